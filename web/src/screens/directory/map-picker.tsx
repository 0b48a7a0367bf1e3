import type { MapPicker } from '../../directory/AddressDialog.tsx'
import { readCoordinates } from '../../places/coordinates.ts'
import { PickOnMap } from '../../places/PickOnMap.tsx'

/** The map of the places domain, as the contact's addresses ask for it. */
export const mapPicker: MapPicker = ({ title, start, onPick, onClose }) => (
  <PickOnMap
    title={title}
    start={start}
    onPick={({ address, latitude, longitude }) =>
      onPick({ latitude, longitude, street: readCoordinates(address) === null ? address : null })
    }
    onClose={onClose}
  />
)
