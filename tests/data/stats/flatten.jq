# reference.json (SciPy 1.10.1) as lines that tests/unit/stats.c reads: jq -r -f flatten.jq reference.json >reference.txt
# mann NX NY X… Y… U LESS GREATER TWO-SIDED (exact) LESS GREATER TWO-SIDED (normal, continuity)
def words: map(tostring) | join(" ");
(.mann_whitney[]
 | ["mann", (.x | length), (.y | length), .x[], .y[], .U1]
   + (if .["p_exact_less"] then [.["p_exact_less"], .["p_exact_greater"], .["p_exact_two-sided"]]
      else [.exact_perm.p_less, .exact_perm.p_greater, .exact_perm.p_two_sided_double] end)
   + [.p_asym_cc_less // 1, .p_asym_cc_greater // 1, .["p_asym_cc_two-sided"] // 1]
 | words),
# rank N COUNT P(W<=0) P(W<=1) …
(.signed_rank[] | ["rank", .n, (.P_le_first20 | length), .P_le_first20[]] | words),
# critical N ALPHA W
(.signed_rank[] | .n as $n | .one_sided_lower_critical | to_entries[] | ["critical", $n, .key, .value.w_crit] | words),
# hodges N D… ESTIMATE P-LESS; hodgesbound N D… CONFIDENCE LOW HIGH
(.hodges_lehmann[] | (["hodges", (.d | length), .d[], .hl, .wilcoxon_exact_less_p] | words),
 (. as $h | .ci | to_entries[] | ["hodgesbound", ($h.d | length), $h.d[], .key, .value.lo, .value.hi] | words)),
# boot N X… LOW HIGH: of infinitely many resamples
(.bootstrap[] | select(.example_x) | ["boot", (.example_x | length), .example_x[], .example_ci[]] | words),
(.bootstrap[] | select(.ci95 and .x) | ["boot", (.x | length), .x[], .ci95[]] | words),
# mde CV ROUNDS MDE
(.mde[] | ["mde", .cv, .rounds, .mde_seed_formula] | words),
# spread N X… MEAN SD MEDIAN MAD Q1 Q3
(.cv[] | select(.x) | ["spread", (.x | length), .x[], .mean, .sd_ddof1, .median, .mad, .q1_type7, .q3_type7] | words)
