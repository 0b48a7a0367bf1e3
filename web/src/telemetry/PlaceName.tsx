import { usePlaceName } from '../places/use-address.ts'
import { useText } from '../ui/i18n.tsx'

interface PlaceNameProps {
  latitude: number | null
  longitude: number | null
}

/** A place in words after what else is said of it; nothing while unknown, and where nothing names it. */
export function PlaceName({ latitude, longitude }: PlaceNameProps) {
  const { t } = useText()
  const { text, isDegraded } = usePlaceName(latitude, longitude)
  return text === null ? null : (
    <>
      {' · '}
      {isDegraded ? `${text} (${t('places.degraded')})` : text}
    </>
  )
}
