import {
  type DeviceMessage,
  inspectDevice,
  listDeviceMessages,
} from '@rumbo/contract/telemetry.inspection.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { useRef, useState } from 'react'
import { useData, usePace } from '../../app/data/use-data.ts'
import { withLater } from './messages.rules.ts'

const lookMs = 2_000

export interface DeviceMessages {
  /** Undefined while they load. */
  messages: readonly DeviceMessage[] | undefined
  /** Until when they are recorded; null while they are not. */
  until: string | null
  /** What went wrong last; null once it works again. */
  error: unknown
  isChanging: boolean
  record(isOn: boolean): void
}

/**
 * The recorded messages of a vehicle's device, with later ones every two seconds. They are recorded from now on, as long
 * as the page is visible and for 15 minutes after.
 */
export function useDeviceMessages(vehicleId: string): DeviceMessages {
  const { call } = useData()
  const [messages, setMessages] = useState<readonly DeviceMessage[]>()
  const [until, setUntil] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ of: 'record' | 'look'; error: unknown } | null>(null)
  const [isChanging, setChanging] = useState(false)
  const [isWanted, setWanted] = useState(true)
  const isLooking = useRef(false)
  const settled = (of: 'record' | 'look') => setFailure((present) => (present?.of === of ? null : present))

  async function record(isOn: boolean): Promise<void> {
    setWanted(isOn)
    setChanging(true)
    try {
      setUntil((await call(inspectDevice, { params: { id: vehicleId }, body: { isOn } })).until)
      settled('record')
    } catch (error) {
      setFailure({ of: 'record', error })
    }
    setChanging(false)
  }

  async function look(): Promise<void> {
    if (isLooking.current) return
    isLooking.current = true
    try {
      const after = messages?.at(-1)?.number ?? 0
      const answer = await call(listDeviceMessages, { params: { id: vehicleId }, query: { after } })
      setMessages((known) => withLater(known ?? [], answer.items))
      if (!isChanging) setUntil(answer.until)
      settled('look')
    } catch (error) {
      setFailure({ of: 'look', error })
    }
    isLooking.current = false
  }

  usePace(minuteMs, `${vehicleId} ${isWanted}`, () => void (isWanted && record(true)))
  usePace(lookMs, vehicleId, () => void look())
  return {
    messages,
    until,
    error: failure?.error ?? null,
    isChanging,
    record: (isOn) => void record(isOn),
  }
}
