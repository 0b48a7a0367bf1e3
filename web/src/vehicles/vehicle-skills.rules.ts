import { foldText } from '@rumbo/contract/fold-text'

/** What a vehicle can do, in free words. Pure. */
/** A skill as it is kept: its words with single spaces; null for nothing. */
const skillOf = (text: string): string | null => text.trim().replace(/\s+/g, ' ') || null

/** Skills with one more; case and accents do not distinguish them. */
export function withSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = skillOf(text)
  if (skill === null || skills.some((one) => foldText(one) === foldText(skill))) return skills
  return [...skills, skill]
}
