import { useState } from 'react'
import { useSession } from '../../app/client-context.tsx'
import { localSettings } from '../../app/session/storage.ts'

/** Readings in the popup of a vehicle, at most. */
export const mapReadingLimit = 4

const keyOf = (userId: string) => `mapReadings.${userId}`

function stored(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localSettings.getItem(keyOf(userId)) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((name) => typeof name === 'string').slice(0, mapReadingLimit)
  } catch {
    return []
  }
}

/** The names of the readings that the user wants in the popup of a vehicle, kept for each user of this browser. */
export function useMapReadings(): [readonly string[], (names: readonly string[]) => void] {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const [names, setNames] = useState(() => stored(userId))
  const save = (next: readonly string[]) => {
    const few = next.slice(0, mapReadingLimit)
    setNames(few)
    localSettings.setItem(keyOf(userId), JSON.stringify(few))
  }
  return [names, save]
}
