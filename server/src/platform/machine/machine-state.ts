import type { ProcessRole } from '../configuration/variables.ts'
import type { StorageLevel } from './storage-levels.ts'

/** `silent`: it runs and has sent no heartbeat for some seconds. `down`: it ended and has not been started again yet. */
export type ProcessCondition = 'starting' | 'ready' | 'silent' | 'down'

/** The file system of the data dir and of the embedded database, whichever has less room. */
export interface StorageState {
  level: StorageLevel
  freeBytes: number
  totalBytes: number
  /** Too little is free for the embedded database: no change is taken and no device acknowledged. */
  refusesWrites: boolean
}

/** What the supervisor knows of this machine. */
export interface MachineState {
  /** By role, those this machine runs. */
  roles: Partial<Record<ProcessRole, ProcessCondition>>
  storage: StorageState | null
}

/** What the supervisor sends its processes. */
export interface SupervisorMessage {
  machine: MachineState
}

/** A process's view of its machine. */
export interface Machine {
  /** Null in a process without a supervisor. */
  state(): MachineState | null
  onChange(handler: (state: MachineState) => void): () => void
}

/** Follows what the supervisor sends; without one nothing is ever known. */
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

/** Whether changes are refused for want of room on the disk. */
export const refusesWrites = (machine: Pick<Machine, 'state'>): boolean =>
  machine.state()?.storage?.refusesWrites ?? false
