import { usePlaceName } from '../places/use-address.ts'

interface PlaceNameProps {
  latitude: number | null
  longitude: number | null
}

/** A place in words after what else is said of it; nothing while unknown, and where nothing names it. */
export function PlaceName({ latitude, longitude }: PlaceNameProps) {
  const { text } = usePlaceName(latitude, longitude)
  return text === null ? null : <> · {text}</>
}
