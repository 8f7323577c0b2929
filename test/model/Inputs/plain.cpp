void plain() {}
