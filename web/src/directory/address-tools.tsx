import { AddressField, type Located } from '../places/AddressField.tsx'
import { readCoordinates } from '../places/coordinates.ts'
import { PickOnMap } from '../places/PickOnMap.tsx'
import type { AddressTools, PickedPlace } from './AddressDialog.tsx'

/** The first line of an address: street and number, or the name of a place without a street. */
function pickedOf({ address, latitude, longitude, parts }: Located): PickedPlace {
  const street = parts?.street ? [parts.street, parts.number].filter(Boolean).join(' ') : null
  const name = readCoordinates(address) === null ? address : null
  return { latitude, longitude, street: street ?? name, parts: parts ?? {} }
}

/** The map and the search of the places domain, in the form that the contact's addresses expect. */
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
