export interface Schema {}
