import { describe, expect, it } from 'vitest'
import { isVisible, nameText, optionalNote, withoutHidden } from './text.ts'

const hidden = {
  'a zero-width space': '\u200B',
  'a zero-width joiner': '\u200D',
  'a soft hyphen': '\u00AD',
  'an override of the direction': '\u202E',
  'an isolate': '\u2067',
  'a byte order mark': '\uFEFF',
  'a bell': '\u0007',
  'an escape': '\u001B',
  'a line end': '\n',
  'a line separator': '\u2028',
  'a filler that shows nothing': '\u3164',
  'an empty Braille cell': '\u2800',
  'a tag': '\u{E0041}',
}

describe('a name', () => {
  it.each(Object.entries(hidden))('is refused with %s', (_, character) => {
    const text = `Ana${character}Ruiz`
    expect(isVisible(text)).toBe(false)
    expect(withoutHidden(text)).toBe('AnaRuiz')
    expect(nameText(100).safeParse(text).error?.issues).toMatchObject([
      { code: 'custom', params: { code: 'hidden_characters' } },
    ])
  })

  it.each(['José Ñandú', 'Łukasz O’Brien-Ruiz', '李小龙', 'محمد', 'Taller №5 ❤️', 'A\u00A0B', 'e\u0301'])(
    '%s is taken',
    (text) => {
      expect(nameText(100).parse(text)).toBe(text)
    },
  )
})

describe('a note', () => {
  it('has lines and any visible or invisible letter, but no control character', () => {
    expect(optionalNote(100).parse('uno\n\tdos\r\n\u200Btres')).toBe('uno\n\tdos\r\n\u200Btres')
    for (const character of ['\u0007', '\u001B', '\u009F'])
      expect(optionalNote(100).safeParse(`uno${character}`).success).toBe(false)
  })
})
