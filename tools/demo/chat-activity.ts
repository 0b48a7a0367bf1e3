import {
  actInDriverThreads,
  type DriverMessageAction,
  readDriverThreads,
} from '@rumbo/contract/drivers.threads.contract'
import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import type { Call } from './api-call.ts'
import { createPick } from './pick.ts'

/** A driver looks at the conversations this often, and takes some seconds to answer. */
const lookEveryMs = 10 * secondMs
const thinkingMs = [6 * secondMs, 25 * secondMs] as const
/** All drivers together ask for something this often. */
const requestEveryMs = [6 * minuteMs, 14 * minuteMs] as const

const answers = ['Enterado', 'Sí, voy para allá', 'Listo, gracias', 'Ok, en 5 minutos', 'Recibido']
const requests = [
  ['break', 'Pido mi descanso de comida, ya entregué lo de la mañana.'],
  ['call_me', 'El cliente no contesta, ¿me llaman?'],
  ['end_shift', 'Me siento mal, ¿puedo terminar antes?'],
] as const

interface Phone {
  username: string
  call: Call
}
type NewAction = DriverMessageAction extends infer Action
  ? Action extends DriverMessageAction
    ? Omit<Action, 'id' | 'at'>
    : never
  : never

/** Lets simulated drivers read and answer what dispatchers write to them, and ask for something now and then. */
export function createChatActivity({ random, now = Date.now }: { random: () => number; now?: () => number }) {
  const between = ([from, to]: readonly [number, number]) => from + random() * (to - from)
  const pick = createPick(random)
  const lookAt = new Map<string, number>()
  /** When a message is answered, by its conversation and number. */
  const answerAt = new Map<string, number>()
  let requestAt = now() + between([minuteMs, 3 * minuteMs])

  async function act({ call }: Phone, given: NewAction): Promise<void> {
    const at = new Date(now()).toISOString()
    const action = { ...given, id: uuid(), at } as DriverMessageAction
    await call(actInDriverThreads, { body: { sentAt: at, actions: [action] } })
  }

  return {
    /** Call it every few seconds, for each phone that has a connection. @param isWorking its driver is on duty */
    async update(phone: Phone, isWorking: boolean): Promise<void> {
      if (now() < (lookAt.get(phone.username) ?? 0)) return
      lookAt.set(phone.username, now() + lookEveryMs)
      const { items } = await phone.call(readDriverThreads, {})
      for (const { id: threadId, unread, lastSequence, messages } of items) {
        if (unread === 0) continue
        await act(phone, { kind: 'read', threadId, sequence: lastSequence })
        const last = messages.at(-1)
        if (last?.kind === 'text' && last.authorKind === 'staff')
          answerAt.set(`${phone.username} ${threadId}`, now() + between(thinkingMs))
      }
      for (const { id: threadId } of items) {
        const key = `${phone.username} ${threadId}`
        const due = answerAt.get(key)
        if (due === undefined || now() < due) continue
        answerAt.delete(key)
        await act(phone, { kind: 'send', threadId, text: pick(answers), attachmentIds: [] })
      }
      if (!isWorking || now() < requestAt) return
      requestAt = now() + between(requestEveryMs)
      const [type, text] = pick(requests)
      await act(phone, { kind: 'request', type, serviceId: null, text })
    },
  }
}
