import { AddressField, type Located } from '../places/AddressField.tsx'
import { readCoordinates } from '../places/coordinates.ts'
import { PickOnMap } from '../places/PickOnMap.tsx'
import type { AddressTools, PickedPlace } from './AddressDialog.tsx'

/** Street and number stand on the first line of an address; a place without a street goes by its name. */
function pickedOf({ address, latitude, longitude, parts }: Located): PickedPlace {
  const street = parts?.street ? [parts.street, parts.number].filter(Boolean).join(' ') : null
  const name = readCoordinates(address) === null ? address : null
  return { latitude, longitude, street: street ?? name, parts: parts ?? {} }
}

/** The map and the search of the places domain, as the contact's addresses ask for them. */
export const addressTools: AddressTools = {
  mapPicker: ({ title, start, onPick, onClose }) => (
    <PickOnMap
      title={title}
      start={start}
      onPick={(located) => onPick(pickedOf(located))}
      onClose={onClose}
    />
  ),
  addressSearch: ({ label, value, error, onType, onFind }) => (
    <AddressField
      label={label}
      value={value}
      onType={onType}
      onLocate={(located) => onFind(pickedOf(located), located.parts !== null)}
      error={error}
    />
  ),
}
