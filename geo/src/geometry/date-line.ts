// Where something lies across the 180th meridian, its longitudes go on beyond ±180: a line is drawn, searched and
// measured along it as along any other. Functions return longitudes within ±180.

/** The longitude in whole turns of the globe as near to another as it gets; degrees. */
export const besideLongitude = (longitude: number, other: number): number =>
  longitude + 360 * Math.round((other - longitude) / 360)

/** A longitude that went on beyond the date line, within -180 and 180. */
export const withinWorld = (longitude: number): number => besideLongitude(longitude, 0)

/** A line without leaps around the globe: each place goes on from the one before it, the first one stays. */
export function unrolled(line: readonly (readonly number[])[]): [longitude: number, latitude: number][] {
  let before = line[0]?.[0] ?? 0
  return line.map(([longitude = 0, latitude = 0]) => {
    before = besideLongitude(longitude, before)
    return [before, latitude]
  })
}
