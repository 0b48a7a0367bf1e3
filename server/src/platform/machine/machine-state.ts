import type { ProcessRole } from '../configuration/variables.ts'
import type { StorageLevel } from './storage-levels.ts'

/** `silent`: running without a heartbeat for some seconds. `down`: ended and not restarted yet. */
export type ProcessCondition = 'starting' | 'ready' | 'silent' | 'down'

/** The fuller of the file systems of the data dir and the embedded database. */
export interface StorageState {
  level: StorageLevel
  freeBytes: number
  totalBytes: number
  /** Too little space for the embedded database: changes are refused and device reports not acknowledged. */
  refusesWrites: boolean
}

/** The supervisor's view of this machine. */
export interface MachineState {
  /** Conditions of the roles this machine runs. */
  roles: Partial<Record<ProcessRole, ProcessCondition>>
  storage: StorageState | null
}

/** Message from the supervisor to its processes. */
export interface SupervisorMessage {
  machine: MachineState
}

/** A process's view of its machine. */
export interface Machine {
  /** Null in a process without a supervisor. */
  state(): MachineState | null
  onChange(handler: (state: MachineState) => void): () => void
}

/** Receives the supervisor's messages; without a supervisor the state stays null. */
export function followSupervisor(channel: Pick<NodeJS.Process, 'on'> = process): Machine {
  let current: MachineState | null = null
  const handlers = new Set<(state: MachineState) => void>()
  channel.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('machine' in message)) return
    current = (message as SupervisorMessage).machine
    for (const handler of handlers) handler(current)
  })
  return {
    state: () => current,
    onChange(handler) {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
  }
}

/** Whether changes are refused because the disk is full. */
export const refusesWrites = (machine: Pick<Machine, 'state'>): boolean =>
  machine.state()?.storage?.refusesWrites ?? false
