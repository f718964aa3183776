fn f() {}

/* never closed //~ ERROR E0758 unterminated block comment
