import { usePlaceName } from '../places/use-address.ts'
import { useText } from '../ui/i18n.tsx'

interface PlaceNameProps {
  latitude: number | null
  longitude: number | null
}

/** The name of a place as a suffix; renders nothing while it is loading or if there is none. */
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
