import type { Coordinates } from '@rumbo/geo'
import Flatbush from 'flatbush'

/** Nearest first, by straight line. Accurate within a region, where a degree of longitude has one length. */
export class NearestIndex {
  private readonly index: Flatbush | null
  private readonly squeeze: number
  private readonly members: readonly number[]

  constructor(places: readonly { place: Coordinates; member: number }[]) {
    this.members = places.map(({ member }) => member)
    const latitude = places[0]?.place.latitude ?? 0
    this.squeeze = Math.cos((latitude * Math.PI) / 180)
    this.index = places.length === 0 ? null : new Flatbush(places.length)
    for (const { place } of places) {
      const x = place.longitude * this.squeeze
      this.index?.add(x, place.latitude, x, place.latitude)
    }
    this.index?.finish()
  }

  nearest(
    { latitude, longitude }: Coordinates,
    count: number,
    accepts: (member: number) => boolean = () => true,
  ): number[] {
    const found = this.index?.neighbors(
      longitude * this.squeeze,
      latitude,
      count,
      Number.POSITIVE_INFINITY,
      (at) => accepts(this.members[at] as number),
    )
    return (found ?? []).map((at) => this.members[at] as number)
  }
}
