import { expect, it } from 'vitest'
import { isNameOf, mentionAt, mentionedIn, partsOf, withMention } from './mention.rules.ts'

it('finds the name being typed after an @, also of two words', () => {
  expect(mentionAt('Mira @Ana Ru', 12)).toEqual({ start: 5, caret: 12, name: 'Ana Ru' })
  expect(mentionAt('@', 1)).toEqual({ start: 0, caret: 1, name: '' })
  expect(mentionAt('(@be', 4)?.name).toBe('be')
})

it.each([
  ['an email', 'ana@rumbo.mx', 8],
  ['a line further up', '@Ana\nhola', 9],
  ['an @ by itself', 'a las @ 3', 9],
  ['a long sentence', '@Ana ya le llamó dos veces', 26],
  ['nothing', 'hola', 4],
  ['an @ after the caret', 'hola @Ana', 2],
])('finds none in %s', (_, text, caret) => {
  expect(mentionAt(text, caret)).toBeNull()
})

it('knows whose name may be meant, without accents', () => {
  expect(isNameOf('rios MA', 'María Ríos')).toBe(true)
  expect(isNameOf('', 'María Ríos')).toBe(true)
  expect(isNameOf('lui', 'Ana Robles')).toBe(false)
})

it('puts the name in place of what was typed, with one space behind it', () => {
  const beto = { id: 'u2', displayName: 'Beto Torres' }
  expect(withMention('Mira @be', { start: 5, caret: 8, name: 'be' }, beto)).toEqual({
    text: 'Mira @Beto Torres ',
    caret: 18,
  })
  expect(withMention('@b por favor', { start: 0, caret: 2, name: 'b' }, beto)).toEqual({
    text: '@Beto Torres por favor',
    caret: 13,
  })
})

it('names only people whose name still stands in the text', () => {
  const people = [
    { id: 'u1', displayName: 'Ana Ruiz' },
    { id: 'u2', displayName: 'Beto Torres' },
    { id: 'u1', displayName: 'Ana Ruiz' },
  ]
  expect(mentionedIn('Gracias @Ana Ruiz', people)).toEqual(['u1'])
})

it('divides a text at its mentions, of names that begin alike at the longest', () => {
  expect(partsOf('@Ana y @Ana Ruiz: ana@x.mx', ['Ana', 'Ana Ruiz'])).toEqual([
    { text: '@Ana', isMention: true },
    { text: ' y ', isMention: false },
    { text: '@Ana Ruiz', isMention: true },
    { text: ': ana@x.mx', isMention: false },
  ])
  expect(partsOf('hola', [])).toEqual([{ text: 'hola', isMention: false }])
})
