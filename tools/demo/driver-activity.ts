import {
  actAsDriver,
  type DriverAction,
  type GivenProof,
  type NewDriverAction,
  readDriverState,
  sendProof,
} from '@rumbo/contract/drivers.contract'
import { login } from '@rumbo/contract/identity.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { proofsAt } from '@rumbo/contract/services.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { type Call, createCall } from './api-call.ts'
import { createChatActivity } from './chat-activity.ts'
import { demoPassword } from './demo-data.ts'
import { parcelPhoto, signature } from './demo-images.ts'
import { colleagues } from './staff.ts'

/** The fleet whose drivers are asked before they get a service. */
export const offeringFleet = 'Reparto Norte'
/** The driver whose phone is left to the person who tries the demo. */
export const demoDriver = 'conductor'

const acceptedShare = 0.75
const rejectedShare = 0.15
/** A driver takes some seconds to answer an offer, and one round in this many enters a dead zone. */
const thinkingMs = [4_000, 20_000] as const
const roundsPerDeadZone = 80
const deadZoneMs = [minuteMs, 2 * minuteMs] as const
/** A driver without a running shift looks again after this long. */
const restMs = 2 * minuteMs

/** One simulated driver with a phone, who uses the API of the driver page. */
interface Phone {
  username: string
  call: Call
  driverId: string | null
  /** Actions that wait for a connection. */
  waiting: DriverAction[]
  offlineUntil: number
  restsUntil: number
  /** When an offer will be answered, and how; null: never. */
  answers: Map<string, { at: number; kind: 'accept' | 'reject' | null }>
}

/** Lets the drivers of one fleet answer offers and drive their services; some reject, and some lose the connection. */
export function createDriverActivity({
  baseUrl,
  random,
  pinOf,
}: {
  baseUrl: string
  random: () => number
  /** What the customer says to the driver. */
  pinOf: (service: Service) => Promise<string | null>
}) {
  const between = ([from, to]: readonly [number, number]) => from + random() * (to - from)
  const phones: Phone[] = colleagues.anahuac
    .filter(
      ({ username, role, fleets }) =>
        role === 'primary_driver' && fleets.includes(offeringFleet) && username !== demoDriver,
    )
    .map(({ username }) => {
      let token = ''
      const anonymous = createCall(baseUrl, () => token)
      const call: Call = async (endpoint, input) => {
        if (!token)
          token = (await anonymous(login, { body: { username_or_email: username, password: demoPassword } }))
            .access_token
        try {
          return await anonymous(endpoint, input)
        } catch (error) {
          // Signs in again at the next call, where the token has expired.
          token = ''
          throw error
        }
      }
      return {
        username,
        call,
        driverId: null,
        waiting: [],
        offlineUntil: 0,
        restsUntil: 0,
        answers: new Map(),
      }
    })

  const chat = createChatActivity({ random })
  async function flush(phone: Phone): Promise<void> {
    if (phone.waiting.length === 0 || Date.now() < phone.offlineUntil) return
    const actions = phone.waiting
    const { items } = await phone.call(actAsDriver, { body: { sentAt: new Date().toISOString(), actions } })
    const done = new Set(items.map(({ id }) => id))
    phone.waiting = phone.waiting.filter(({ id }) => !done.has(id))
  }
  function act(phone: Phone, action: NewDriverAction): Promise<void> {
    phone.waiting.push({ ...action, id: uuid(), at: new Date().toISOString() } as DriverAction)
    return flush(phone)
  }

  async function updateOne(phone: Phone): Promise<void> {
    const now = Date.now()
    if (now < phone.offlineUntil || now < phone.restsUntil) return
    await flush(phone)
    const { driver, shift, offers, services } = await phone.call(readDriverState, {})
    phone.driverId = driver?.id ?? null
    await chat.update(phone, shift !== null)
    if (shift === null) phone.restsUntil = now + restMs
    for (const { id } of offers) {
      const share = random()
      const kind = share < acceptedShare ? 'accept' : share < acceptedShare + rejectedShare ? 'reject' : null
      const answer = phone.answers.get(id) ?? { at: now + between(thinkingMs), kind }
      phone.answers.set(id, answer)
      if (answer.kind !== null && now >= answer.at) await act(phone, { kind: answer.kind, offerId: id })
    }
    if (services.length > 0 && random() < 1 / roundsPerDeadZone)
      phone.offlineUntil = now + between(deadZoneMs)
  }

  /** Takes the photo or signature, and asks the customer for the PIN. */
  async function proofsFor(phone: Phone, service: Service): Promise<GivenProof[]> {
    const stop = service.plannedStops.at(-1)
    const given: GivenProof[] = []
    for (const kind of stop ? proofsAt(service, stop.id) : []) {
      if (kind === 'pin') {
        const pin = await pinOf(service)
        if (pin !== null) given.push({ kind, pin })
        continue
      }
      const fileId = uuid()
      const content = kind === 'photo' ? parcelPhoto() : signature()
      await phone.call(sendProof, { body: { id: fileId, serviceId: service.id, content } })
      given.push({ kind, fileId })
    }
    return given
  }

  const phoneOf = ({ assignedDriverId }: Service) =>
    phones.find(({ driverId }) => driverId !== null && driverId === assignedDriverId)

  return {
    /** Whether a simulated driver, and nobody else, reports the progress of the service. */
    isDriven: (service: Service): boolean => phoneOf(service) !== undefined,
    /** The vehicle is at the next stop of a service. @returns whether it drives on */
    async arriveFor(service: Service): Promise<boolean> {
      const phone = phoneOf(service)
      const { id: serviceId, status, plannedStops, executedStops } = service
      const [pickup] = plannedStops
      if (!phone || !pickup) return false
      const isPending = phone.waiting.some(
        (action) => 'serviceId' in action && action.serviceId === serviceId,
      )
      if (isPending) return false
      if (status === 'in_progress')
        await act(phone, { kind: 'complete', serviceId, proofs: await proofsFor(phone, service) })
      else if (executedStops.some(({ id }) => id === pickup.id))
        await act(phone, { kind: 'pick_up', serviceId })
      else {
        await act(phone, { kind: 'arrive', serviceId, stopId: pickup.id })
        return false
      }
      return true
    },
    async update(): Promise<void> {
      // One driver's failure is no reason to stop the others.
      await Promise.allSettled(phones.map(updateOne))
    },
  }
}
