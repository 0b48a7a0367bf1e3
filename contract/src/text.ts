import * as z from 'zod'

/** Control, format and bidirectional characters, and invisible letters; the emoji variation selector is allowed. */
const hidden = /(?!\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Tab and line ends belong to notes of several lines. */
const control = /(?![\t\n\r])\p{Cc}/u

/** Whether every character of a name is visible, so that names that look equal are equal. */
export const isVisible = (text: string): boolean => text.search(hidden) === -1
export const withoutHidden = (text: string): string => text.replace(hidden, '')

export const hiddenCharacters = { params: { code: 'hidden_characters' } }
const visible = (max: number) => z.string().trim().max(max).refine(isVisible, hiddenCharacters)

/** A text of one line that people are to recognise: a name, a plate, an address. */
export const nameText = (max: number) => visible(max).min(1)
export const optionalName = (max: number) => visible(max).nullable().default(null)
/** A text of several lines. */
export const noteText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !control.test(text), hiddenCharacters)
export const optionalNote = (max: number) => noteText(max).nullable().default(null)
