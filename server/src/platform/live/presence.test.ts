import type { PresentPerson } from '@rumbo/contract/live.contract'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import type { Bus } from '../bus.ts'
import { createPresence, lostMs } from './presence.ts'
import {
  fleet,
  harness,
  otherFleet,
  person,
  serverProcess,
  useLiveHarness,
  viewer,
} from './testing/live.harness.ts'

useLiveHarness()

const service = uuid()
const open = (id: string | null, fleetId = fleet) => ({
  type: 'present' as const,
  records: id === null ? [] : [{ fleetId, id }],
})
type Seen = Awaited<ReturnType<typeof viewer>>
async function watching(port: number, token: string, fleetId = fleet): Promise<Seen> {
  const one = await viewer(port)
  one.say({ type: 'hello', token, fleets: [fleetId] })
  await one.next('welcome')
  return one
}
const peopleOf = async (one: Seen): Promise<PresentPerson[]> => (await one.next('present')).people

it('shows in every process who has a service open, until it is closed or the browser is lost', async () => {
  harness.people.set('eva', person({ fleets: [fleet] }))
  const [first, second] = [await serverProcess(), await serverProcess()]
  const ana = await watching(first.port, 'ana')
  const eva = await watching(second.port, 'eva')
  ana.say(open(service))
  const userId = harness.people.get('ana')?.userId
  expect(await peopleOf(eva)).toEqual([{ id: service, userId, name: 'Ana Robles' }])
  expect(await peopleOf(ana)).toHaveLength(1)
  ana.say(open(null))
  expect(await peopleOf(eva)).toEqual([])
  ana.say(open(service))
  expect(await peopleOf(eva)).toHaveLength(1)
  ana.socket.terminate()
  expect(await peopleOf(eva)).toEqual([])
})

it('is sent to those who begin to watch', async () => {
  harness.people.set('eva', person({ fleets: [fleet] }))
  const { port } = await serverProcess()
  const ana = await watching(port, 'ana')
  ana.say(open(service))
  await peopleOf(ana)
  const eva = await watching(port, 'eva')
  expect(await peopleOf(eva)).toHaveLength(1)
})

it('is not shown to others, nor taken from those who may not read the fleet', async () => {
  harness.people.set('eva', person({ fleets: [fleet, otherFleet] }))
  harness.people.set('guest', person({ fleets: [fleet], vehicles: [uuid()] }))
  const { port } = await serverProcess()
  const [ana, luis, guest] = [
    await watching(port, 'ana'),
    await watching(port, 'luis', otherFleet),
    await watching(port, 'guest'),
  ]
  // Luis may not read Ana's fleet, and the guest sees one vehicle only.
  luis.say(open(service, fleet))
  guest.say(open(service, fleet))
  const eva = await watching(port, 'eva', otherFleet)
  eva.say(open(service, fleet))
  const seen = await peopleOf(ana)
  expect(seen.map(({ userId }) => userId)).toEqual([harness.people.get('eva')?.userId])
  for (const one of [luis, guest]) expect(one.messages.filter(({ type }) => type === 'present')).toEqual([])
})

it('forgets what was not confirmed for some seconds, such as of a process that was killed', () => {
  let now = 0
  const handlers: ((payload: string) => void)[] = []
  const bus = {
    listen: (_: string, handler: (payload: string) => void) => {
      handlers.push(handler)
      return () => undefined
    },
    publish: async (_: string, payloads: readonly string[]) => {
      for (const payload of payloads) for (const handler of handlers) handler(payload)
    },
    onReconnect: () => () => undefined,
  } satisfies Pick<Bus, 'listen' | 'publish' | 'onReconnect'>
  const [killed, other] = [
    createPresence({ bus, nowMs: () => now }),
    createPresence({ bus, nowMs: () => now }),
  ]
  killed.set({}, { userId: 'u1', name: 'Ana' }, [{ fleetId: 'f1', id: 's1' }])
  expect(other.peopleOf('f1')).toHaveLength(1)
  expect([...other.changed()]).toEqual(['f1'])
  now = lostMs
  expect([...other.changed()]).toEqual([])
  now += 1
  expect([...other.changed()]).toEqual(['f1'])
  expect(other.peopleOf('f1')).toEqual([])
  for (const one of [killed, other]) one.close()
})
