import { describe, expect, it } from 'vitest'
import { rolesNotReady } from './readiness.ts'

const sign = (role: string, host: string, isAlive: boolean) => ({ roles: [role], host, isAlive })

describe('which roles are not ready', () => {
  it('lists roles of this machine by the state in its supervisor, whatever their last heartbeat', () => {
    const machine = { storage: null, roles: { api: 'ready', gateway: 'down', worker: 'silent' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'here', true)], 'here')).toEqual([
      { part: 'gateway', reason: 'down' },
      { part: 'worker', reason: 'silent' },
    ])
  })

  it('counts a role as ready if another machine runs it', () => {
    const machine = { storage: null, roles: { api: 'ready', gateway: 'down' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'there', true)], 'here')).toEqual([])
  })

  it('lists roles of other machines by their heartbeats', () => {
    const machine = { storage: null, roles: { api: 'ready' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'there', false)], 'here')).toEqual([
      { part: 'gateway', reason: 'silent' },
    ])
    expect(
      rolesNotReady(machine, [sign('gateway', 'there', false), sign('gateway', 'third', true)], 'here'),
    ).toEqual([])
  })

  it('lists no role that no machine runs, and none without supervisor and heartbeats', () => {
    expect(rolesNotReady({ storage: null, roles: { api: 'ready' } }, [], 'here')).toEqual([])
    expect(rolesNotReady(null, [], 'here')).toEqual([])
  })

  it('lists roles of this machine under another supervisor by their heartbeats', () => {
    const machine = { storage: null, roles: { api: 'ready' } } as const
    expect(rolesNotReady(machine, [sign('gateway', 'here', false)], 'here')).toHaveLength(1)
  })
})
