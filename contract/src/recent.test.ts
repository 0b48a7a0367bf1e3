import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('remembers what is used, however many other keys are set meanwhile, and no more than twice its limit', () => {
  const recent = createRecent<number>(10)
  recent.set('used', 1)
  for (let key = 0; key < 1_000; key += 1) {
    recent.set(`other ${key}`, key)
    expect(recent.get('used')).toBe(1)
  }
  const kept = Array.from({ length: 1_000 }, (_, key) => recent.get(`other ${key}`)).filter(
    (value) => value !== undefined,
  )
  expect(kept.length).toBeLessThanOrEqual(20)
  expect(kept.at(-1)).toBe(999)
})

it('remembers a new key also after others have filled it', () => {
  const recent = createRecent<number>(10)
  for (let key = 0; key < 25; key += 1) recent.set(`other ${key}`, key)
  recent.set('new', 1)
  expect(recent.get('new')).toBe(1)
})
