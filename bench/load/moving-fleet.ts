import type { PackedState } from '@rumbo/server/telemetry/live/telemetry.position-packets'
import { packPositions, positionsChannel } from '@rumbo/server/telemetry/live/telemetry.position-packets'
import pg from 'pg'

/** Vehicles report this often, spread evenly over the time. */
export const reportEveryMs = 10_000
const tickMs = 100

export interface MovingFleet {
  /** Stops sending and returns the number of reports sent. */
  end(): Promise<number>
}

interface Place {
  latitude: number
  longitude: number
  heading: number
  speedKmh: number
}

const metresOfDegree = 111_320

/** Around the middle of Mexico City, denser there; the same places in each run. */
function placeOf(index: number): Place {
  const share = (step: number) => (index * step) % 1
  const away = 0.16 * share(0.618_033_988_7) ** 0.7
  const angle = 2 * Math.PI * share(0.754_877_666_2)
  return {
    latitude: 19.4326 + away * Math.sin(angle),
    longitude: -99.1332 + away * Math.cos(angle),
    heading: Math.floor(share(0.569_840_290_9) * 360),
    speedKmh: Math.floor(share(0.438_447_187_2) * 70),
  }
}

/** Where it stands ten seconds later; it turns a little each time. */
function drive(place: Place): void {
  const metres = (place.speedKmh / 3.6) * (reportEveryMs / 1000)
  const radians = (place.heading * Math.PI) / 180
  place.latitude += (metres * Math.cos(radians)) / metresOfDegree
  place.longitude += (metres * Math.sin(radians)) / (metresOfDegree * Math.cos(0.339))
  place.heading = (place.heading + 9) % 360
}

/**
 * Notifies the processes of moved vehicles through the database, as a gateway does after a commit: each reports
 * every ten seconds with a fix of this very moment. What a gateway does before it is measured by `live-positions`.
 */
export async function moveFleet(
  maintenanceUrl: string,
  vehicles: readonly { id: string; fleetId: string }[],
): Promise<MovingFleet> {
  const client = new pg.Client({ connectionString: maintenanceUrl })
  await client.connect()
  const places = vehicles.map((_, index) => placeOf(index))
  const startedAt = performance.now()
  let sent = 0
  let isSending = false
  let sending: Promise<void> = Promise.resolve()

  const stateOf = (index: number): PackedState => {
    const place = places[index] ?? placeOf(index)
    const vehicle = vehicles[index] ?? { id: '', fleetId: '' }
    drive(place)
    return {
      vehicleId: vehicle.id,
      fleetId: vehicle.fleetId,
      asOf: Date.now(),
      latitude: place.latitude,
      longitude: place.longitude,
      speedKmh: place.speedKmh,
      heading: place.heading,
      ignition: true,
      fuelPercent: 62,
      batteryPercent: 88,
      signalPercent: 70,
      satellites: 11,
      movement: { tripStartedAt: Date.now(), standSince: null },
    }
  }

  async function tick(): Promise<void> {
    const due = Math.floor(((performance.now() - startedAt) / reportEveryMs) * vehicles.length)
    const states: PackedState[] = []
    for (; sent < due; sent += 1) states.push(stateOf(sent % vehicles.length))
    const packets = packPositions(states)
    if (packets.length > 0)
      await client.query('select pg_notify($1, packet) from unnest($2::text[]) as sent (packet)', [
        positionsChannel,
        packets,
      ])
  }
  const ticking = setInterval(() => {
    if (isSending) return
    isSending = true
    sending = tick().finally(() => {
      isSending = false
    })
  }, tickMs)
  return {
    async end() {
      clearInterval(ticking)
      await sending
      await client.end()
      return sent
    },
  }
}
