import type { GpsCommand } from '@rumbo/contract/commands.contract'
import {
  createFixtures,
  createTestApp,
  type TestApp,
  type TestCall,
  type TestFixtures,
  testSecret,
} from '@rumbo/tools/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { telemetryEndpoints } from '../../telemetry/index.ts'
import { devicePasswordEndpoints } from '../../vehicles/index.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { commandEndpoints } from '../index.ts'
import {
  connectTracker,
  type GatewayNode,
  startGatewayNode,
  type TestTracker,
} from './gateway-node.testing.ts'

/** Gateways and trackers of one test, and the vehicle whose commands they deliver. */
class DeliveryHarness {
  test!: TestApp
  fixtures!: TestFixtures
  /** As an admin; after an hour of the clock `signIn` again. */
  admin!: TestCall
  vehicle!: { id: string; imei: string; vehicleNumber: string }
  trackers: TestTracker[] = []
  #nodes: GatewayNode[] = []
  #nextImei: number

  constructor(firstImei: number) {
    this.#nextImei = firstImei
  }

  readonly now = () => this.test.clock.now()
  readonly read = async (id: string) => (await this.admin<GpsCommand>('GET', `/commands/${id}`)).body
  readonly statusOf = (id: string) => expect.poll(async () => (await this.read(id)).status)
  /** Types of the commands that the trackers received. */
  readonly receivedTypes = () => this.trackers.flatMap((tracker) => tracker.receivedTypes())

  async signIn(): Promise<void> {
    this.admin = await this.test.as(this.fixtures.people.admin)
  }

  /** Another vehicle, which the harness uses from now on. */
  async addVehicle(): Promise<void> {
    const { companyId, fleetId } = this.fixtures
    const imei = String(this.#nextImei)
    this.#nextImei += 1
    const { id, vehicleNumber } = await this.test.build((tx) =>
      buildVehicle(tx, { companyId, fleetId, imei }),
    )
    this.vehicle = { id, imei, vehicleNumber }
  }

  async addNode(): Promise<GatewayNode> {
    const node = await startGatewayNode(this.test)
    this.#nodes.push(node)
    return node
  }

  async stopNode(node: GatewayNode): Promise<void> {
    this.#nodes = this.#nodes.filter((each) => each !== node)
    await node.stop()
  }

  /** A tracker of the vehicle that has not logged in. */
  async connect(node: GatewayNode): Promise<TestTracker> {
    const tracker = await connectTracker(node.gt06Port, this.vehicle.imei)
    this.trackers.push(tracker)
    return tracker
  }

  async connected(node: GatewayNode): Promise<TestTracker> {
    const tracker = await this.connect(node)
    await tracker.logIn()
    return tracker
  }

  async endTest(): Promise<void> {
    for (const tracker of this.trackers) tracker.close()
    await Promise.all(this.#nodes.map((node) => node.stop()))
    this.trackers = []
    this.#nodes = []
  }
}

/**
 * Hooks that give each test of a file a vehicle and an admin, and end its gateways and trackers after it.
 * @param firstImei of the file's vehicles; each further one has the next
 */
export function useDeliveryHarness({ name, firstImei }: { name: string; firstImei: number }) {
  const at = new DeliveryHarness(firstImei)
  beforeAll(async () => {
    at.test = await createTestApp({
      answers: ({ database }) => [
        ...commandEndpoints,
        ...telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
        ...devicePasswordEndpoints({ database, secret: testSecret }),
      ],
    })
    at.fixtures = await createFixtures(at.test, name)
  })
  afterAll(() => at.test.close())
  beforeEach(async () => {
    at.test.clock.advance(60)
    await at.addVehicle()
    await at.signIn()
  })
  afterEach(() => at.endTest())
  return at
}
