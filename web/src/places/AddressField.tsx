import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type Place, reverseGeocode, searchPlaces } from '@rumbo/contract/places.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useData, useEndpoint } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'
import { readCoordinates } from './coordinates.ts'

export interface Located {
  address: string
  latitude: number
  longitude: number
}

interface AddressFieldProps {
  label: string
  value: string
  onType: (address: string) => void
  /** A place was chosen, or coordinates were pasted and their street found. */
  onLocate: (place: Located) => void
  error?: string
  hint?: string
}

/** A place in words: its street and the crossing or neighbourhood beside it. */
export const placeText = ({ name, detail }: Place): string => (detail ? `${name}, ${detail}` : name)

/** An address, found as one types; pasted coordinates become a place at once. */
export function AddressField({ label, value, onType, onLocate, error, hint }: AddressFieldProps) {
  const { t } = useText()
  const { read } = useData()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const text = value.trim()
    const timer = setTimeout(() => setAsked(text.length >= 2 ? text.slice(0, 100) : ''), 250)
    return () => clearTimeout(timer)
  }, [value])
  const found = useEndpoint(
    searchPlaces,
    { query: { q: asked, limit: 8 } },
    { enabled: asked !== '' && readCoordinates(asked) === null, placeholderData: keepPreviousData },
  )

  const type = (text: string) => {
    onType(text)
    const point = readCoordinates(text)
    if (point === null) return
    const written = `${point.latitude}, ${point.longitude}`
    onLocate({ ...point, address: written })
    read(reverseGeocode, { query: point }).then(
      ({ place }) => place && onLocate({ ...point, address: placeText(place) }),
      () => undefined,
    )
  }

  return (
    <Autocomplete
      freeSolo
      options={asked === '' ? [] : (found.data?.items ?? [])}
      filterOptions={(all) => all}
      inputValue={value}
      value={null}
      getOptionLabel={(option) => (typeof option === 'string' ? option : placeText(option))}
      getOptionKey={(option) =>
        typeof option === 'string' ? option : `${placeText(option)} ${option.latitude} ${option.longitude}`
      }
      onInputChange={(_, text, reason) => reason === 'input' && type(text)}
      onChange={(_, option) => {
        if (option !== null && typeof option !== 'string') {
          onLocate({ address: placeText(option), latitude: option.latitude, longitude: option.longitude })
        }
      }}
      openText={t('ui.search.label')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, place) =>
        typeof place === 'string' ? null : (
          <Box component="li" key={key} {...option}>
            <Box sx={{ minWidth: 0 }}>
              <Box>{place.name}</Box>
              {place.detail && (
                <Box sx={{ typography: 'body2', color: token('textSoft') }}>{place.detail}</Box>
              )}
            </Box>
          </Box>
        )
      }
      renderInput={(input) => (
        <TextField {...input} label={label} required error={error !== undefined} helperText={error ?? hint} />
      )}
    />
  )
}
