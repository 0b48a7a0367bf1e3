import { describe, expect, it } from 'vitest'
import { createSilence } from './silence.ts'

const limits = { silent: 3, hung: 6, starting: 10 }
const looks = (silence: ReturnType<typeof createSilence>, count: number) =>
  Array.from({ length: count }, () => silence.look())

describe('the silence of a process', () => {
  it('changes from alive to silent to hung, and ends with a heartbeat', () => {
    const silence = createSilence(limits)
    silence.received()
    expect(looks(silence, 6)).toEqual(['alive', 'alive', 'silent', 'silent', 'silent', 'hung'])
    silence.received()
    expect(silence.look()).toBe('alive')
  })

  it('is not counted before the first heartbeat, unless loading takes too long', () => {
    const silence = createSilence(limits)
    expect(looks(silence, 9)).toEqual(Array(9).fill('alive'))
    expect(silence.look()).toBe('hung')
  })

  it('counts one check interval after a sleep of the machine, however long', () => {
    const silence = createSilence(limits)
    silence.received()
    // Asleep, the watcher looks as little as the process sends; both go on at the same time.
    expect(silence.look()).toBe('alive')
    silence.received()
    expect(looks(silence, 2)).toEqual(['alive', 'alive'])
  })
})
