atesor_version := 0.1.0
