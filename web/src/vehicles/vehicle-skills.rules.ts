/** What a vehicle can do, in free words. Pure. */
/** A skill as it is kept: its words with single spaces; null for nothing. */
export const skillOf = (text: string): string | null => text.trim().replace(/\s+/g, ' ') || null

/** Skills with one more, told apart without case and accents. */
export function withSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = skillOf(text)
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (skill === null || skills.some((one) => plain(one) === plain(skill))) return skills
  return [...skills, skill]
}
