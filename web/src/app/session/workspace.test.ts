import { describe, expect, it, vi } from 'vitest'
import type { DataLayer } from '../data/data.ts'
import { ProblemError } from '../data/problems.ts'
import { createStorage } from './storage.ts'
import { candidates, createWorkspace, selectionOf } from './workspace.ts'

const denied = new ProblemError(403, 'denied', null)
const broken = new ProblemError(500, 'broken', null)

function bench(options: { fail?: Record<string, Error>; companies?: string[]; fleets?: number } = {}) {
  const { fail = {}, companies = ['c1', 'c2'], fleets = 2 } = options
  const read: DataLayer['read'] = async (endpoint, input) => {
    const { params, query } = input as { params?: { id: string }; query?: { company_id: string } }
    const key = `${endpoint.name.split('.')[1]} ${params?.id ?? query?.company_id ?? ''}`.trim()
    const failure = fail[key]
    if (failure) throw failure
    const fleetsOf = (id: string) =>
      [1, 2, 3].map((number) => ({ id: `${id}-f${number}`, name: `${number}`, is_active: number <= fleets }))
    const answers: Record<string, () => unknown> = {
      profileCompanies: () => ({ items: companies.map((id) => ({ id, name: id, is_active: true })) }),
      readCompany: () => ({ id: params?.id, name: params?.id }),
      listFleets: () => ({ items: fleetsOf(query?.company_id ?? '') }),
      readFleet: () => ({ id: params?.id, name: params?.id }),
    }
    return answers[endpoint.name.split('.')[1] ?? '']?.() as never
  }
  const storage = createStorage()
  const workspace = createWorkspace({ read }, storage)
  const picked = () => [workspace.state().company?.id, workspace.state().fleet?.id]
  return { read, workspace, storage, picked }
}

describe('company and fleet', () => {
  it('are the first ones unless others are stored', async () => {
    const { workspace, picked } = bench()
    await workspace.load()
    expect(picked()).toEqual(['c1', 'c1-f1'])
    expect(sessionStorage.getItem('activeCompanyId')).toBe('c1')
    expect(sessionStorage.getItem('activeFleetId')).toBe('c1-f1')
  })

  it('offer only active fleets', async () => {
    const { workspace } = bench()
    await workspace.load()
    expect(workspace.state().fleets.map((fleet) => fleet.id)).toEqual(['c1-f1', 'c1-f2'])
  })

  it('are restored if they are still offered', async () => {
    const { workspace, storage, picked } = bench()
    storage.storeCompanyId('c2')
    storage.storeFleetId('c2-f2')
    await workspace.load()
    expect(picked()).toEqual(['c2', 'c2-f2'])
  })

  it('are not restored if they are no longer offered', async () => {
    const { workspace, storage, picked } = bench()
    storage.storeCompanyId('c9')
    storage.storeFleetId('c1-f3')
    await workspace.load()
    expect(picked()).toEqual(['c1', 'c1-f1'])
  })

  it('fall back to the first when the details of the stored one fail to load', async () => {
    const { workspace, storage, picked } = bench({
      fail: { 'readCompany c2': broken, 'readFleet c1-f2': denied },
    })
    storage.storeCompanyId('c2')
    storage.storeFleetId('c1-f2')
    await workspace.load()
    expect(picked()).toEqual(['c1', 'c1-f1'])
  })

  it('are cleared by a 403 on their details', async () => {
    const { workspace, picked } = bench({ fail: { 'readCompany c1': denied } })
    sessionStorage.setItem('activeCompanyId', 'c1')
    await workspace.load()
    expect(picked()).toEqual([undefined, undefined])
    expect(sessionStorage.getItem('activeCompanyId')).toBeNull()
    expect(workspace.state()).toMatchObject({ isReady: true, failure: { what: 'company', error: denied } })
  })

  it('are left without a fleet by a 403 on the chosen fleet', async () => {
    const { workspace, picked } = bench({ fail: { 'readFleet c1-f2': denied } })
    await workspace.load()
    await workspace.chooseFleet('c1-f2')
    expect(picked()).toEqual(['c1', undefined])
    expect(sessionStorage.getItem('activeFleetId')).toBeNull()
  })

  it('notify listeners of changes; the fleets follow the company', async () => {
    const { workspace, picked } = bench()
    const [companyChanges, fleetChanges] = [vi.fn(), vi.fn()]
    workspace.on('company-changed', companyChanges)
    workspace.on('fleet-changed', fleetChanges)
    await workspace.load()
    await workspace.chooseFleet('c1-f2')
    await workspace.chooseCompany('c2')
    expect(picked()).toEqual(['c2', 'c2-f1'])
    expect(companyChanges.mock.calls).toEqual([['c1'], ['c2']])
    expect(fleetChanges.mock.calls).toEqual([['c1-f1'], ['c1-f2'], [null], ['c2-f1']])
  })

  it('show all fleets at once and remember it like a fleet, until a fleet or another company is chosen', async () => {
    const { workspace, storage, picked } = bench()
    const fleetChanges = vi.fn()
    await workspace.load()
    workspace.on('fleet-changed', fleetChanges)
    workspace.chooseAllFleets()
    expect(picked()).toEqual(['c1', undefined])
    expect(selectionOf(workspace.state())).toEqual({
      id: 'c1',
      isAll: true,
      fleetIds: ['c1-f1', 'c1-f2'],
      query: { companyId: 'c1' },
    })
    await workspace.reload()
    expect(workspace.state().isAllFleets).toBe(true)
    const next = createWorkspace({ read: bench().read }, storage)
    await next.load()
    expect(next.state().isAllFleets).toBe(true)
    await workspace.chooseFleet('c1-f2')
    expect([...picked(), workspace.state().isAllFleets]).toEqual(['c1', 'c1-f2', false])
    workspace.chooseAllFleets()
    await workspace.chooseCompany('c2')
    expect([...picked(), workspace.state().isAllFleets]).toEqual(['c2', 'c2-f1', false])
    expect(fleetChanges.mock.calls).toEqual([['c1'], ['c1-f2'], ['c1'], [null], ['c2-f1']])
  })

  it('do not show all fleets where there is only one', async () => {
    const { workspace, storage, picked } = bench({ fleets: 1 })
    storage.storeFleetId('all')
    await workspace.load()
    expect(picked()).toEqual(['c1', 'c1-f1'])
    workspace.chooseAllFleets()
    expect([...picked(), workspace.state().isAllFleets]).toEqual(['c1', 'c1-f1', false])
  })

  it('report when there are none, and when they could not be loaded', async () => {
    const none = bench({ companies: [] })
    await none.workspace.load()
    expect(none.workspace.state()).toMatchObject({
      isReady: true,
      companies: [],
      company: null,
      failure: null,
    })
    const failing = bench({ fail: { profileCompanies: broken } })
    await failing.workspace.load()
    expect(failing.workspace.state()).toMatchObject({ isReady: true, failure: { what: 'companies' } })
  })
})

it('try the stored one first, then the first', () => {
  const offered = [{ id: 'a' }, { id: 'b' }]
  expect(candidates(offered, 'b')).toEqual(['b', 'a'])
  expect(candidates(offered, 'a')).toEqual(['a'])
  expect(candidates(offered, 'z')).toEqual(['a'])
  expect(candidates([], 'a')).toEqual([])
})
