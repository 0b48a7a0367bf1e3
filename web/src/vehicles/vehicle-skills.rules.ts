import { foldText } from '@rumbo/contract/fold-text'

/** Normalises a skill to single spaces; null if it is empty. */
const skillOf = (text: string): string | null => text.trim().replace(/\s+/g, ' ') || null

/** Adds a skill unless it is present, ignoring case and accents. */
export function withSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = skillOf(text)
  if (skill === null || skills.some((one) => foldText(one) === foldText(skill))) return skills
  return [...skills, skill]
}
