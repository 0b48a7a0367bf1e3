export type GeolocationProblem = 'unsupported' | 'denied' | 'unavailable' | 'timeout'

const problemOf: Record<number, GeolocationProblem> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/** The user's own place, or why it is unknown. Never rejects. */
export function findMe(
  timeoutMs = 10_000,
): Promise<{ latitude: number; longitude: number } | { problem: GeolocationProblem }> {
  const { geolocation } = navigator
  if (!geolocation) return Promise.resolve({ problem: 'unsupported' })
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      ({ code }) => resolve({ problem: problemOf[code] ?? 'unavailable' }),
      { timeout: timeoutMs, enableHighAccuracy: true },
    )
  })
}
