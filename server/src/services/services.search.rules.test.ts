import { wordsOf } from '@rumbo/contract/fold-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPrefix, searchRanges } from './services.search.rules.ts'

const words = (search: string) => searchRanges(search).map(({ from }) => from)

describe('words of a search', () => {
  it('are without accents, case and punctuation', () => {
    expect(words('  Señor Peña-Ruiz, n.º 12 ')).toEqual(['senor', 'pena', 'ruiz', 'n', '12'])
    expect(words('¡¿ - ?!')).toEqual([])
  })

  it('are at most five, each once', () => {
    expect(words('a b a c d e f')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('take digits alone as one phone number, without its country code', () => {
    expect(words('+52 (55) 1234-5678')).toEqual(['5512345678'])
    expect(words('1234 5678')).toEqual(['12345678'])
    expect(words('12 345')).toEqual(['12', '345'])
    expect(words('reforma 222 1234567')).toEqual(['reforma', '222', '1234567'])
  })
})

const bytes = (text: string) => Buffer.from(text)

describe('the range of a prefix', () => {
  it('contains exactly the words that start with it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.boolean(),
        (prefix, rest, isPrefixed) => {
          const word = isPrefixed ? prefix + rest : rest
          const to = afterPrefix(prefix)
          const isWithin =
            bytes(word).compare(bytes(prefix)) >= 0 && (to === null || bytes(word).compare(bytes(to)) < 0)
          expect(isWithin).toBe([...word].slice(0, [...prefix].length).join('') === prefix)
        },
      ),
    )
  })

  it('is that of each word of a text', () => {
    expect(wordsOf('x'.repeat(50))).toEqual(['x'.repeat(40)])
  })
})
