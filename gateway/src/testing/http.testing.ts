import { afterEach, beforeEach } from 'vitest'
import type { GatewayOptions } from '../gateway.options.ts'
import {
  createHeldIntake,
  createManualClock,
  type HeldIntake,
  startGateway,
  type TestGateway,
} from './gateway.testing.ts'

/** A gateway of each test, to which devices report over HTTP. */
class HttpGateway {
  readonly clock = createManualClock()
  intake!: HeldIntake
  #running: TestGateway | undefined

  /** @returns its address */
  readonly start = async (options: Partial<GatewayOptions> = {}): Promise<string> => {
    this.#running = await startGateway({ intake: this.intake, clock: this.clock, ...options })
    return `http://127.0.0.1:${this.#running.osmandPort}/`
  }
  get running(): TestGateway {
    if (!this.#running) throw new Error('The gateway was not started.')
    return this.#running
  }
  get gateway() {
    return this.running.gateway
  }
  readonly counters = () => this.gateway.countersByProtocol.osmand

  begin(): void {
    this.intake = createHeldIntake()
    this.#running = undefined
  }
  async end(): Promise<void> {
    while (this.intake.waiting() > 0) this.intake.commit()
    await this.#running?.gateway.drain()
  }
}

/** Hooks that give each test an intake, and end its gateway. */
export function useHttpGateway(): HttpGateway {
  const at = new HttpGateway()
  beforeEach(() => at.begin())
  afterEach(() => at.end())
  return at
}
