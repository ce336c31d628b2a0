# compact.jq: an object without what is not known.
def compact: with_entries(select(.value != null));
