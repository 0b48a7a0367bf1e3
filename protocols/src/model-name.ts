/** A model's name without what people write differently: case, blanks, dashes. */
export function foldModelName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
