/* Old C: functions that nothing declares. gcc 12 warns, clang 16 and later stop. */
int main(void) { printf("%d\n", (int)strlen("seven77")); return 0; }
