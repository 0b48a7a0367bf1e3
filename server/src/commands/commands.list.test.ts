import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { createFixtures, createTestApp, type TestApp, type TestFixtures } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildFleet } from '../organisation/organisation.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { buildCommand } from './commands.factory.ts'
import { commandEndpoints } from './index.ts'

interface List {
  items: GpsCommand[]
  total: number
}

let test: TestApp
let fixtures: TestFixtures
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({ answers: () => commandEndpoints })
  fixtures = await createFixtures(test, 'commands')
})
afterAll(() => test.close())

async function addVehicle(given: { companyId?: string; fleetId?: string } = {}) {
  sequence += 1
  const imei = String(868_100_000_000_000 + sequence)
  const { companyId, fleetId } = fixtures
  const { id } = await test.build((tx) => buildVehicle(tx, { companyId, fleetId, imei, ...given }))
  return { id, imei }
}

describe('the list of commands', () => {
  const statuses = ['queued', 'sent', 'delivered', 'failed', 'expired', 'cancelled'] as const
  const page = async (who: 'root' | 'manager', filter: Record<string, string> | string) => {
    const { body, status } = await fixtures[who]<List>('GET', `/commands?${new URLSearchParams(filter)}`)
    expect(status).toBe(200)
    return body
  }
  let at: { companyId: string; fleetId: string; vehicleId: string; deviceIdentifier: string }
  let made: GpsCommand[]

  beforeAll(async () => {
    const { companyId, fleetId } = await createFixtures(test, 'listed')
    const listed = await addVehicle({ companyId, fleetId })
    at = { companyId, fleetId, vehicleId: listed.id, deviceIdentifier: listed.imei }
    made = []
    for (let index = 0; index < 30; index += 1) {
      test.clock.advance(1)
      const status = statuses[index % statuses.length] ?? 'sent'
      const type = commandTypes[(index * 7) % commandTypes.length] ?? 'time_sync'
      const priority = (['critical', 'high', 'medium', 'low'] as const)[index % 4] ?? 'low'
      made.push(
        await test.build(async (tx) => {
          await tx.sql(
            `update commands.commands set status = 'expired' where vehicle_id = $1 and status = 'queued' and command_type = $2`,
            [at.vehicleId, type],
          )
          return buildCommand(tx, { ...at, type, status, priority })
        }),
      )
    }
  })

  const rank = {
    createdAt: (one: GpsCommand) => one.createdAt,
    priority: (one: GpsCommand) => ['critical', 'high', 'medium', 'low'].indexOf(one.priority),
    status: (one: GpsCommand) =>
      ['queued', 'sending', 'sent', 'delivered', 'failed', 'expired', 'cancelled'].indexOf(one.status),
    commandType: (one: GpsCommand) => commandTypes.indexOf(one.type),
  } as const
  const sorts = Object.keys(rank) as (keyof typeof rank)[]

  it.each(sorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'is sorted by %s %s over its pages, newest first among equals',
    async (sort, order) => {
      for (const scope of [
        `fleetId=${at.fleetId}`,
        `companyId=${at.companyId}`,
        `vehicleId=${at.vehicleId}`,
      ]) {
        const found: GpsCommand[] = []
        for (const number of ['1', '2', '3', '4', '5'])
          found.push(
            ...(await page('root', `${scope}&sort=${sort}&order=${order}&size=7&page=${number}`)).items,
          )
        const sign = order === 'asc' ? 1 : -1
        const expected = [...found].sort((one, next) => {
          const [a, b] = [rank[sort](one), rank[sort](next)]
          return a === b ? (one.createdAt < next.createdAt ? 1 : -1) : a < b ? -sign : sign
        })
        expect(found.map((one) => one.id)).toEqual(expected.map((one) => one.id))
        expect(new Set(found.map((one) => one.id))).toEqual(new Set(made.map((one) => one.id)))
      }
    },
  )

  it('counts what the filters leave, and shows it', async () => {
    const found = await page('root', {
      fleetId: at.fleetId,
      status: 'failed',
      type: 'time_sync',
      size: '100',
    })
    const all = await page('root', { fleetId: at.fleetId, size: '100' })
    const wanted = all.items.filter((one) => one.status === 'failed' && one.type === 'time_sync')
    expect(all.total).toBe(30)
    expect(found.total).toBe(wanted.length)
    expect(found.items).toEqual(wanted)
    expect((await page('root', { fleetId: at.fleetId, page: '9' })).total).toBe(30)
    expect((await page('root', { vehicleId: at.vehicleId, page: '9' })).total).toBe(30)
  })

  it('omits fleets of the company without commands, for a super admin too', async () => {
    const user = await test.build(async (tx) => {
      const { id: fleetId } = await buildFleet(tx, { companyId: at.companyId, switchedOff: ['commands'] })
      const { id: vehicleId } = await buildVehicle(tx, { companyId: at.companyId, fleetId })
      await buildCommand(tx, { ...at, fleetId, vehicleId })
      return buildUser(tx, { level: 'super_admin' })
    })
    const call = await test.as(user)
    for (const search of ['', made[0]?.vehicleNumber ?? '']) {
      const { body } = await call<List>(
        'GET',
        `/commands?companyId=${at.companyId}&search=${search}&size=100`,
      )
      const { items, total } = body
      expect([total, new Set(items.map(({ fleetId }) => fleetId))]).toEqual([30, new Set([at.fleetId])])
    }
  })

  it('finds commands by the vehicle’s number', async () => {
    const { items } = await page('root', { vehicleId: at.vehicleId, size: '1' })
    const found = await page('root', { search: items[0]?.vehicleNumber ?? '', companyId: at.companyId })
    expect(found.total).toBe(30)
    expect((await page('root', { search: 'no such vehicle' })).items).toEqual([])
  })

  it('shows nothing of other companies', async () => {
    const { items, total } = await page('manager', { size: '100' })
    expect(items.every((one) => one.companyId === fixtures.companyId)).toBe(true)
    expect(total).toBe(items.length)
    const foreigner = await test.as(fixtures.people.outsider)
    const foreign = await foreigner('GET', `/commands/${made[0]?.id}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'command_not_found'])
  })

  it('follows a vehicle to another fleet', async () => {
    const moved = await addVehicle()
    const { companyId, fleetId } = fixtures
    await test.build((tx) =>
      buildCommand(tx, { companyId, fleetId, vehicleId: moved.id, deviceIdentifier: moved.imei }),
    )
    const before = (await page('root', { fleetId: at.fleetId })).total
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set company_id = $2, fleet_id = $3 where id = $1', [
        moved.id,
        at.companyId,
        at.fleetId,
      ]),
    )
    expect((await page('root', { fleetId: at.fleetId })).total).toBe(before + 1)
  })
})
