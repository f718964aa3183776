mod nowhere; //~ ERROR E0583 file not found for module `nowhere`

fn f() {}
