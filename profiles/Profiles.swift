enum Profiles {}
