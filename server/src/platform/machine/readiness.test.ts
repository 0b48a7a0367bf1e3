import { describe, expect, it } from 'vitest'
import { rolesNotReady } from './readiness.ts'

const sign = (role: string, host: string, isAlive: boolean) => ({ roles: [role], host, isAlive })

describe('which roles are not ready', () => {
  it('names those of this machine by what its supervisor knows, however fresh their last sign of life', () => {
    const machine = { storage: null, roles: { api: 'ready', gateway: 'down', worker: 'silent' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'here', true)], 'here')).toEqual([
      { part: 'gateway', reason: 'down' },
      { part: 'worker', reason: 'silent' },
    ])
  })

  it('counts a role as ready that another machine fulfils', () => {
    const machine = { storage: null, roles: { api: 'ready', gateway: 'down' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'there', true)], 'here')).toEqual([])
  })

  it('judges roles of other machines by their signs of life', () => {
    const machine = { storage: null, roles: { api: 'ready' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'there', false)], 'here')).toEqual([
      { part: 'gateway', reason: 'silent' },
    ])
    expect(
      rolesNotReady(machine, [sign('gateway', 'there', false), sign('gateway', 'third', true)], 'here'),
    ).toEqual([])
  })

  it('misses no role that nobody runs, and knows none without a supervisor and signs', () => {
    expect(rolesNotReady({ storage: null, roles: { api: 'ready' } }, [], 'here')).toEqual([])
    expect(rolesNotReady(null, [], 'here')).toEqual([])
  })

  it('takes roles of this machine under another supervisor by their signs of life', () => {
    const machine = { storage: null, roles: { api: 'ready' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'here', false)], 'here')).toHaveLength(1)
  })
})
