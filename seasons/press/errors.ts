/** A letter that cannot be set; its message says where, for the author. */
export class TypesettingError extends Error {}
