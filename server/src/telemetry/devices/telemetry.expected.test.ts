import type { OutputOf } from '@rumbo/contract/endpoint'
import type { listRejectedReports, listUnknownDevices } from '@rumbo/contract/telemetry.devices.contract'
import {
  type addExpectedDevices,
  type listExpectedDevices,
  mostExpected,
  mostExpectedADay,
} from '@rumbo/contract/telemetry.expected.contract'
import { dayMs } from '@rumbo/contract/time-units'
import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { telemetryEndpoints } from '../index.ts'

type Added = OutputOf<typeof addExpectedDevices>
type List = OutputOf<typeof listExpectedDevices>
type Unknown = OutputOf<typeof listUnknownDevices>
type Rejected = OutputOf<typeof listRejectedReports>

let test: TestApp
let fixtures: TestFixtures
/** The admin of the other company. */
let other: TestCall
let dispatcher: TestCall
let sequence = 0

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
  })
  fixtures = await createFixtures(test, 'expected')
  const admin = await test.build(async (tx) => {
    const user = await buildUser(tx, { username: 'other_admin_expected', level: 'admin' })
    await buildAssignment(tx, { userId: user.id, companyId: fixtures.foreign.companyId })
    return user
  })
  other = await test.as(admin)
  dispatcher = await test.as(fixtures.people.user)
})
afterAll(() => test.close())
beforeEach(() =>
  test.build(async (tx) => {
    await tx.sql('delete from telemetry.expected_devices')
    await tx.sql('update telemetry.expected_checks set identifiers = 0')
    await tx.sql('delete from telemetry.unknown_devices')
    await tx.sql('delete from telemetry.rejected_reports')
  }),
)

const nextIdentifier = () => {
  sequence += 1
  return String(867_000_000_000_000 + sequence)
}
const own = () => fixtures.companyId
const foreign = () => fixtures.foreign.companyId
const add = (call: TestCall, companyId: string, identifiers: string | readonly string[]) =>
  call<Added & { code?: string }>('POST', '/expected-devices', { body: { companyId, identifiers } })
const remove = (call: TestCall, companyId: string, identifiers: readonly string[] | null) =>
  call<{ removed: string[]; code?: string }>('POST', '/expected-devices/remove', {
    body: { companyId, identifiers },
  })
const list = async (call: TestCall, companyId: string, query = '') =>
  (await call<List>('GET', `/expected-devices?companyId=${companyId}${query}`)).body
const unknownOf = async (call: TestCall, query = '') =>
  (await call<Unknown>('GET', `/unknown-devices?${query}`)).body.items.map((one) => one.identifier)

const seen = async (identifier: string) => {
  await test.build((tx) =>
    tx.sql(
      `insert into telemetry.unknown_devices (identifier, protocol, address, reports, first_seen_at, last_seen_at)
       values ($1, 'gt06', '203.0.113.9:1', 1, $2, $2)`,
      [identifier, tx.now],
    ),
  )
  return identifier
}
const vehicleOf = (companyId: string, imei: string | null) =>
  test.build((tx) =>
    buildVehicle(tx, {
      companyId,
      fleetId: companyId === own() ? fixtures.fleetId : fixtures.foreign.fleetId,
      imei,
    }),
  )

describe('a list of expected identifiers', () => {
  it('takes many at once, and answers line by line what it does not take', async () => {
    const [first, second, third] = [nextIdentifier(), nextIdentifier(), nextIdentifier()]
    await add(fixtures.admin, own(), first)
    const text = [
      `${first}, ${second}`,
      '',
      '86 7000',
      `${second.slice(0, 8)}\u200b${second.slice(8)}`,
      'á'.repeat(5),
      'x'.repeat(41),
      'ab',
      `"${third}";telefono-1;${third}`,
    ].join('\r\n')
    const { status, body } = await add(fixtures.admin, own(), text)
    expect([status, body.added, body.listed, body.invalid, body.taken]).toEqual([200, 3, 2, 5, 0])
    expect(body.refused.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'characters'],
      [4, 'hidden_characters'],
      [5, 'characters'],
      [6, 'too_long'],
      [7, 'too_short'],
    ])
    const { items, total } = await list(fixtures.admin, own(), '&sort=identifier')
    expect(total).toBe(4)
    expect(items.map((one) => one.identifier)).toEqual([first, second, third, 'telefono-1'])
    expect(items[0]).toMatchObject({
      state: 'silent',
      lastSeenAt: null,
      vehicle: null,
      addedByName: expect.stringMatching(/./),
      addedAt: test.clock.now().toISOString(),
    })
  })

  it('says of each identifier whether its device reports or has a vehicle, and is filtered by that', async () => {
    const [silent, reporting, installed, gone] = [
      nextIdentifier(),
      await seen(nextIdentifier()),
      nextIdentifier(),
      await seen(nextIdentifier()),
    ]
    const vehicle = await vehicleOf(own(), installed)
    await add(fixtures.admin, own(), [silent, reporting, installed, gone].join('\n'))
    await vehicleOf(foreign(), gone)
    const { items, counts } = await list(fixtures.admin, own(), '&sort=identifier')
    expect(
      items.map(({ identifier, state, lastSeenAt, vehicle: of }) => [identifier, state, lastSeenAt, of]),
    ).toEqual([
      [silent, 'silent', null, null],
      [reporting, 'unknown', test.clock.now().toISOString(), null],
      [installed, 'assigned', null, { id: vehicle.id, vehicleNumber: vehicle.vehicleNumber }],
      [gone, 'elsewhere', null, null],
    ])
    expect(counts).toEqual({ silent: 1, unknown: 1, assigned: 1, elsewhere: 1 })
    const found = async (query: string) =>
      (await list(fixtures.admin, own(), query)).items.map((one) => one.identifier)
    expect(await found('&state=unknown')).toEqual([reporting])
    expect(await found(`&search=${silent.slice(-4)}`)).toEqual([silent])
    expect(await found(`&search=${vehicle.vehicleNumber}`)).toEqual([installed])
    expect(await found('&sort=identifier&size=1&page=2')).toEqual([reporting])
    expect(await found('&search=%25')).toEqual([])
  })

  it('refuses what another company lists or has in a vehicle, and does not say which company', async () => {
    const [listed, installed, free] = [nextIdentifier(), nextIdentifier(), nextIdentifier()]
    await add(other, foreign(), listed)
    await vehicleOf(foreign(), installed)
    const { status, body } = await add(fixtures.admin, own(), [listed, installed, free].join('\n'))
    expect([status, body.added, body.taken]).toEqual([200, 1, 2])
    expect(body.refused).toEqual([
      { line: 1, text: listed, reason: 'taken' },
      { line: 2, text: installed, reason: 'taken' },
    ])
    expect(JSON.stringify(body)).not.toContain(foreign())
    expect((await list(fixtures.admin, own())).items.map((one) => one.identifier)).toEqual([free])
    // The company itself lists what its vehicles have.
    expect((await add(other, foreign(), installed)).body.added).toBe(1)
  })

  it('frees what is removed, what an archived vehicle had and what a deleted company listed', async () => {
    const [removed, archived, deleted] = [nextIdentifier(), nextIdentifier(), nextIdentifier()]
    await add(other, foreign(), `${removed} \n ${deleted}`)
    const { id } = await vehicleOf(foreign(), archived)
    await remove(other, foreign(), [removed])
    await test.build(async (tx) => {
      await tx.sql('update vehicles.vehicles set archived_at = $2 where id = $1', [id, tx.now])
      await tx.sql('update organisation.companies set archived_at = $2 where id = $1', [foreign(), tx.now])
    })
    try {
      expect((await add(fixtures.admin, own(), [removed, archived, deleted].join())).body).toMatchObject({
        added: 3,
        taken: 0,
      })
      expect(await outcomeOf(add(fixtures.root, foreign(), nextIdentifier()))).toBe('company_denied')
    } finally {
      await test.build((tx) =>
        tx.sql('update organisation.companies set archived_at = null where id = $1', [foreign()]),
      )
    }
  })

  it('has no identifier that a vehicle of another company had: it may come back there', async () => {
    const identifier = nextIdentifier()
    const { id } = await vehicleOf(foreign(), identifier)
    await test.build((tx) => tx.sql('update vehicles.vehicles set imei = null where id = $1', [id]))
    expect((await add(fixtures.admin, own(), identifier)).body).toMatchObject({ added: 0, taken: 1 })
    expect((await add(other, foreign(), identifier)).body).toMatchObject({ added: 1, taken: 0 })
  })

  it('has of a super admin what a vehicle of another company only had, such as a mistyped one, not what one has', async () => {
    const [former, present] = [nextIdentifier(), nextIdentifier()]
    const vehicle = await vehicleOf(foreign(), former)
    await vehicleOf(foreign(), present)
    await test.build((tx) => tx.sql('update vehicles.vehicles set imei = null where id = $1', [vehicle.id]))
    expect((await add(fixtures.root, own(), `${former},${present}`)).body).toMatchObject({
      added: 1,
      refused: [{ text: present, reason: 'taken' }],
    })
  })

  it('shows its admins neither address nor place of a device, which may not be theirs', async () => {
    const identifier = await seen(nextIdentifier())
    await test.build((tx) =>
      tx.sql(
        `update telemetry.unknown_devices set fix_time = $2, latitude = 194326000, longitude = -991332000
         where identifier = $1`,
        [identifier, tx.now],
      ),
    )
    await add(fixtures.admin, own(), identifier)
    const shownTo = async (call: TestCall, search: string) =>
      (await call<Unknown>('GET', `/unknown-devices?search=${search}`)).body.items.find(
        (one) => one.identifier === identifier,
      )
    expect(await shownTo(fixtures.admin, identifier)).toMatchObject({ address: null, lastFix: null })
    expect(await shownTo(fixtures.admin, '203.0.113.9')).toBeUndefined()
    expect(await shownTo(fixtures.root, '203.0.113.9')).toMatchObject({
      address: '203.0.113.9:1',
      lastFix: { latitude: 19.4326 },
    })
  })

  it('goes to exactly one of two companies that add the same at once', async () => {
    const identifiers = Array.from({ length: 300 }, nextIdentifier)
    const [mine, theirs] = await Promise.all([
      add(fixtures.admin, own(), identifiers.join()),
      add(other, foreign(), identifiers.toReversed().join()),
    ])
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.body.added + theirs.body.added).toBe(300)
    expect(mine.body.taken + theirs.body.taken).toBe(300)
    const totals = [(await list(fixtures.admin, own())).total, (await list(other, foreign())).total]
    expect(totals).toEqual([mine.body.added, theirs.body.added])
  })

  it('has 10,000 identifiers at most, also where several additions meet', async () => {
    const some = (count: number) => Array.from({ length: count }, nextIdentifier).join('\n')
    expect((await add(fixtures.admin, own(), some(mostExpected - 3))).body.added).toBe(mostExpected - 3)
    const outcomes = await Promise.all(
      [2, 2, 2].map((count) => outcomeOf(add(fixtures.admin, own(), some(count)))),
    )
    expect(outcomes.sort()).toEqual([200, 'expected_limit', 'expected_limit'])
    expect((await list(fixtures.admin, own())).total).toBe(mostExpected - 1)
    expect(await outcomeOf(add(fixtures.admin, own(), some(1)))).toBe(200)
    expect(await outcomeOf(add(fixtures.admin, own(), some(1)))).toBe('expected_limit')
    expect(await outcomeOf(add(other, foreign(), some(mostExpected + 1)))).toBe('expected_limit')
    const { body } = await remove(fixtures.admin, own(), null)
    expect(body.removed).toHaveLength(mostExpected)
  }, 60_000)

  it('lets a company find out about no more than 20,000 identifiers a day', async () => {
    const taken = Array.from({ length: mostExpected }, nextIdentifier)
    await test.build((tx) =>
      tx.sql(
        `insert into telemetry.expected_devices (identifier, company_id, added_at)
         select identifier, $2, $3 from unnest($1::text[]) as given(identifier)`,
        [taken, foreign(), tx.now],
      ),
    )
    for (let asked = 0; asked < mostExpectedADay - 2; asked += mostExpected - 1)
      expect((await add(fixtures.admin, own(), taken.slice(1).join())).body.taken).toBe(mostExpected - 1)
    const mine = nextIdentifier()
    expect((await add(fixtures.admin, own(), mine)).body.added).toBe(1)
    // What the company lists already says nothing about others.
    expect((await add(fixtures.admin, own(), mine)).body.listed).toBe(1)
    const refused = await add(fixtures.admin, own(), `${nextIdentifier()},${taken[0]}`)
    expect([refused.status, refused.body.code, JSON.stringify(refused.body)]).toEqual([
      429,
      'expected_daily_limit',
      expect.stringContaining('still possible: 1'),
    ])
    expect((await add(fixtures.admin, own(), taken[0] ?? '')).body.taken).toBe(1)
    expect(await outcomeOf(add(fixtures.admin, own(), nextIdentifier()))).toBe('expected_daily_limit')
    // Other companies and super admins are not affected.
    expect(await outcomeOf(add(other, foreign(), nextIdentifier()))).toBe('expected_limit')
    expect((await add(fixtures.root, own(), nextIdentifier())).body.added).toBe(1)
    await test.build((tx) =>
      tx.sql('update telemetry.expected_checks set since = $2 where company_id = $1', [
        own(),
        new Date(tx.now.getTime() - dayMs),
      ]),
    )
    expect((await add(fixtures.admin, own(), nextIdentifier())).body.added).toBe(1)
  }, 60_000)

  it('says nothing of an identifier that has no room on the list', async () => {
    const theirs = nextIdentifier()
    await add(other, foreign(), theirs)
    await add(fixtures.admin, own(), Array.from({ length: mostExpected }, nextIdentifier).join())
    for (const identifier of [theirs, nextIdentifier()])
      expect(await outcomeOf(add(fixtures.admin, own(), identifier))).toBe('expected_limit')
  }, 60_000)

  it('refuses a text that is too long, and lists nothing of one without identifiers', async () => {
    const long = await add(fixtures.admin, own(), 'a,'.repeat(460_000))
    expect([long.status, long.body.code]).toEqual([422, 'validation_failed'])
    const { body } = await add(fixtures.admin, own(), 'a,'.repeat(400_000))
    expect([body.added, body.invalid, body.refused.length]).toEqual([0, 400_000, 500])
    expect(await outcomeOf(remove(fixtures.admin, own(), ['a b']))).toBe('validation_failed')
    expect(await outcomeOf(remove(fixtures.admin, own(), []))).toBe('validation_failed')
  })

  it('is exactly as it was when what was removed is given back, also what looks like a heading', async () => {
    await add(fixtures.admin, own(), `GPS-0\ngps\nimei\n${nextIdentifier()}`)
    const before = (await list(fixtures.admin, own(), '&sort=identifier')).items.map((one) => one.identifier)
    const { removed } = (await remove(fixtures.admin, own(), ['gps', 'imei'])).body
    expect(removed).toEqual(['gps', 'imei'])
    const [theirs] = removed
    await add(other, foreign(), `-\n${theirs}`)
    expect((await add(fixtures.admin, own(), removed)).body).toMatchObject({
      ...{ added: 1, listed: 0, taken: 1 },
      refused: [{ line: 1, text: theirs, reason: 'taken' }],
    })
    await remove(other, foreign(), null)
    expect((await add(fixtures.admin, own(), removed)).body).toMatchObject({ added: 1, listed: 1, taken: 0 })
    const { items } = await list(fixtures.admin, own(), '&sort=identifier')
    expect(items.map((one) => one.identifier)).toEqual(before)
    for (const bad of [[], ['a b'], ['gps', 7]])
      expect(await outcomeOf(add(fixtures.admin, own(), bad as string[]))).toBe('validation_failed')
  })

  it('is removed in parts or as a whole, only that of the company', async () => {
    const [first, second, theirs] = [nextIdentifier(), nextIdentifier(), nextIdentifier()]
    await add(fixtures.admin, own(), `${first},${second}`)
    await add(other, foreign(), theirs)
    expect((await remove(fixtures.admin, own(), [first, theirs])).body.removed).toEqual([first])
    expect((await remove(fixtures.admin, own(), null)).body.removed).toEqual([second])
    expect((await list(other, foreign())).total).toBe(1)
  })

  it('is neither read nor changed by managers, dispatchers and other companies', async () => {
    const identifier = nextIdentifier()
    await add(fixtures.admin, own(), identifier)
    for (const call of [fixtures.manager, dispatcher])
      for (const refused of [
        call('GET', `/expected-devices?companyId=${own()}`),
        add(call, own(), nextIdentifier()),
        remove(call, own(), null),
      ])
        expect(await outcomeOf(refused)).toBe('forbidden')
    expect(await outcomeOf(other('GET', `/expected-devices?companyId=${own()}`))).toBe('company_denied')
    expect(await outcomeOf(add(other, own(), nextIdentifier()))).toBe('company_denied')
    expect(await outcomeOf(remove(other, own(), null))).toBe('company_denied')
    expect(await outcomeOf(fixtures.root('GET', `/expected-devices?companyId=${uuid()}`))).toBe(
      'company_denied',
    )
    expect((await list(fixtures.root, own())).items).toMatchObject([{ identifier }])
  })

  it('has its changes in the audit of the company', async () => {
    const identifier = nextIdentifier()
    const since = uuid()
    await add(fixtures.admin, own(), [identifier, ...Array.from({ length: 30 }, nextIdentifier)].join())
    await remove(fixtures.admin, own(), [identifier])
    const entries = await test.build((tx) =>
      tx.sql<{ action: string; entity_name: string | null; company_id: string; changes: unknown }>(
        `select action, entity_name, company_id, changes from platform.audit_entries
          where id > $1 and action like 'device.expected%' order by id`,
        [since],
      ),
    )
    expect(entries).toMatchObject([
      { action: 'device.expected_added', entity_name: null, company_id: own() },
      { action: 'device.expected_removed', entity_name: identifier, company_id: own() },
    ])
    expect(JSON.stringify(entries[0]?.changes)).toMatch(/"\+11"/)
  })
})

describe('unknown devices of an admin', () => {
  it('are those that the own company listed', async () => {
    const [mine, theirs, nobodys] = [nextIdentifier(), nextIdentifier(), nextIdentifier()]
    for (const identifier of [mine, theirs, nobodys]) await seen(identifier)
    expect(await unknownOf(fixtures.admin)).toEqual([])
    await add(fixtures.admin, own(), mine)
    await add(other, foreign(), theirs)
    expect(await unknownOf(fixtures.admin)).toEqual([mine])
    expect(await unknownOf(fixtures.admin, `companyId=${own()}`)).toEqual([mine])
    expect(await unknownOf(other)).toEqual([theirs])
    expect((await unknownOf(fixtures.root)).sort()).toEqual([mine, theirs, nobodys])
    expect(await unknownOf(fixtures.root, `companyId=${foreign()}`)).toEqual([theirs])
    for (const call of [other, fixtures.manager, dispatcher])
      expect((await call('GET', `/unknown-devices?companyId=${own()}`)).status).toBe(403)
    await vehicleOf(foreign(), mine)
    expect(await unknownOf(fixtures.admin)).toEqual([])
  })

  it('are attached to vehicles of the company and forgotten by it alone', async () => {
    const [mine, theirs] = [await seen(nextIdentifier()), await seen(nextIdentifier())]
    await add(fixtures.admin, own(), mine)
    await add(other, foreign(), theirs)
    const vehicle = await vehicleOf(own(), null)
    const attach = (call: TestCall, identifier: string, vehicleId: string) =>
      outcomeOf(call('POST', '/unknown-devices/attach', { body: { identifier, vehicleId } }))
    const forget = (call: TestCall, identifier: string) =>
      outcomeOf(call('POST', '/unknown-devices/forget', { body: { identifier } }))
    expect(await attach(fixtures.admin, theirs, vehicle.id)).toBe('device_not_found')
    expect(await forget(fixtures.admin, theirs)).toBe('device_not_found')
    const foreignVehicle = await vehicleOf(foreign(), null)
    expect(await attach(fixtures.admin, mine, foreignVehicle.id)).toBe('vehicle_not_found')
    expect(await attach(fixtures.manager, mine, vehicle.id)).toBe('forbidden')
    expect(await unknownOf(fixtures.admin)).toEqual([mine])
    expect(await attach(fixtures.admin, mine, vehicle.id)).toBe(200)
    expect((await list(fixtures.admin, own())).items).toMatchObject([
      { identifier: mine, state: 'assigned', vehicle: { id: vehicle.id } },
    ])
    expect(await forget(other, theirs)).toBe(200)
    expect(await unknownOf(fixtures.root)).toEqual([])
  })
})

describe('rejected reports of an admin', () => {
  it('are those of own vehicles, without what the database said', async () => {
    const mine = await vehicleOf(own(), nextIdentifier())
    const theirs = await vehicleOf(foreign(), nextIdentifier())
    const reject = (vehicleId: string | null, reason: string, identifier: string) =>
      test.build((tx) =>
        tx.sql(
          `insert into telemetry.rejected_reports (id, received_at, device_identifier, vehicle_no, protocol, reason, detail, report)
           values ($1, $2, $3, (select vehicle_no from vehicles.vehicles where id = $4), 'h02', $5, 'said', '{}')`,
          [uuid(), tx.now, identifier, vehicleId, reason],
        ),
      )
    await reject(mine.id, 'speed', mine.imei ?? '')
    await reject(mine.id, 'data_error', mine.imei ?? '')
    await reject(theirs.id, 'speed', theirs.imei ?? '')
    // Of a time in which no vehicle had the device.
    await reject(null, 'speed', mine.imei ?? '')
    const of = async (call: TestCall) => (await call<Rejected>('GET', '/rejected-reports')).body
    const seenBy = await of(fixtures.admin)
    expect(seenBy.total).toBe(2)
    expect(new Map(seenBy.items.map(({ reason, detail }) => [reason, detail]))).toEqual(
      new Map([
        ['speed', 'said'],
        ['data_error', null],
      ]),
    )
    expect(seenBy.items.every(({ vehicleNumber }) => vehicleNumber === mine.vehicleNumber)).toBe(true)
    expect(seenBy.counts).toEqual([
      { protocol: 'h02', reason: 'data_error', reports: 1 },
      { protocol: 'h02', reason: 'speed', reports: 1 },
    ])
    const all = await of(fixtures.root)
    expect([all.total, all.items.filter(({ detail }) => detail === 'said').length]).toEqual([4, 4])
    expect((await of(other)).items).toMatchObject([{ vehicleNumber: theirs.vehicleNumber, reason: 'speed' }])
    expect(await outcomeOf(fixtures.manager('GET', '/rejected-reports'))).toBe('forbidden')
    expect(await outcomeOf(dispatcher('GET', '/rejected-reports'))).toBe('forbidden')
  })
})
