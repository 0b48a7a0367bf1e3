/** Normalises a model's name for comparison: ignores case, blanks and dashes. */
export function foldModelName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
