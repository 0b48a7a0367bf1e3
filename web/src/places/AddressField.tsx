import MapOutlined from '@mui/icons-material/MapOutlined'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import ListSubheader from '@mui/material/ListSubheader'
import TextField from '@mui/material/TextField'
import { searchPlaces } from '@rumbo/contract/places.contract'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { useFleetSelection } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useFleetMiddle } from '../live/use-live.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import {
  type AddressOption,
  type KnownAddress,
  type Located,
  optionOfCoordinates,
  optionsOf,
  optionsOfKnown,
  readAsked,
} from './address-options.rules.ts'
import { usePlaceName } from './use-address.ts'

export type { Located } from './address-options.rules.ts'

interface AddressFieldProps {
  label: string
  value: string
  onType: (address: string) => void
  /** A place was chosen, or coordinates were typed; the latter with the text as typed until a street is found. */
  onLocate: (place: Located) => void
  error?: string
  hint?: string
  isRequired?: boolean
  /** Places near this come first. Default: near the fleets shown. */
  near?: { latitude: number; longitude: number } | null
  /** Opens a map to choose the place. */
  onPickOnMap?: () => void
  /** Focused when it appears. */
  isFirst?: boolean
  /** Addresses proposed before all others, also while nothing is typed. */
  known?: readonly KnownAddress[]
}

const noneKnown: readonly KnownAddress[] = []

const typingPauseMs = 250
const roundedNear = (degrees: number) => Number(degrees.toFixed(2))

/** An address field with suggestions for text or coordinates in any common format. */
export function AddressField(props: AddressFieldProps) {
  const {
    label,
    value,
    onType,
    onLocate,
    error,
    hint,
    isRequired = false,
    onPickOnMap,
    isFirst = false,
    known = noneKnown,
  } = props
  const middle = useFleetMiddle(useFleetSelection()?.id ?? null)
  const { t, language } = useText()
  const [text, setText] = useState('')
  // Vehicles may arrive later: the results of a text, and the one that is highlighted, must not go then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the moment in which the text was asked for
  const still = useMemo(() => middle, [text])
  const near = props.near ?? still
  useEffect(() => {
    const timer = setTimeout(() => setText(value.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  const [isTyping, setTyping] = useState(false)
  /** Enter was pressed before the answer came: a single match is then taken. */
  const [isEntered, setEntered] = useState(false)
  const present = readAsked(value)
  const point = present.is === 'coordinates' ? present : null
  const asked = readAsked(text)
  const named = usePlaceName(isTyping ? point?.latitude : null, point?.longitude)
  const found = useEndpoint(
    searchPlaces,
    {
      query: {
        q: asked.is === 'search' ? asked.text : '',
        limit: 8,
        language,
        latitude: near ? roundedNear(near.latitude) : undefined,
        longitude: near ? roundedNear(near.longitude) : undefined,
      },
    },
    { enabled: isTyping && asked.is === 'search' },
  )
  const coordinates = point === null ? null : optionOfCoordinates(point, named.place)
  const isSearch = present.is === 'search' && asked.is === 'search'
  // Results belong to the text they were asked for: none of another text can be chosen.
  const isAsked = isSearch && present.text === asked.text
  const items = (isAsked && found.data?.items) || []
  const proposed = isTyping || value === '' ? optionsOfKnown(known, value) : []
  const options = coordinates ? [coordinates] : [...proposed, ...optionsOf(items)]
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const shownKeys = options.map(({ key }) => key).join()
  // The library forgets the highlight at the first render after its options changed, which must not be a later one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the options change
  useLayoutEffect(renderAgain, [shownKeys])

  const type = (typed: string) => {
    setTyping(true)
    setEntered(false)
    onType(typed)
    const read = readAsked(typed)
    if (read.is === 'coordinates')
      onLocate({ address: typed, latitude: read.latitude, longitude: read.longitude, parts: null })
  }
  const choose = ({ address, latitude, longitude, parts }: AddressOption) => {
    setTyping(false)
    setEntered(false)
    onLocate({ address, latitude, longitude, parts })
  }
  const isSettled = isTyping && isAsked && !found.isFetching
  const [only, second] = options
  const isSingle = only !== undefined && (second === undefined || proposed.length > 0)
  const chooseOnly = useEffectEvent(() => only && choose(only))
  useEffect(() => {
    if (isEntered && isSettled && isSingle) chooseOnly()
  }, [isEntered, isSettled, isSingle])
  const statusText =
    isTyping && present.is === 'wrong'
      ? t(`places.coordinates.${present.problem}`)
      : isTyping && isSearch && found.isError
        ? t('places.field.failed')
        : isSettled && options.length === 0
          ? t('places.field.none')
          : isSettled && found.data?.isDegraded
            ? t('places.field.degraded')
            : hint
  const isWrong = error !== undefined || (isTyping && present.is === 'wrong')

  return (
    <Autocomplete
      freeSolo
      options={options}
      filterOptions={(all) => all}
      // Enter accepts a single option, and the first of the known addresses.
      openOnFocus={proposed.length > 0}
      autoHighlight={isSingle}
      inputValue={value}
      value={null}
      groupBy={({ group }) => t(`places.group.${group}`)}
      renderGroup={({ key, group, children }) => (
        // Roles that a listbox may contain; those of the library are a list within it.
        <li key={key} role="presentation">
          <ListSubheader component="div" role="presentation" className="MuiAutocomplete-groupLabel">
            {group}
          </ListSubheader>
          <Box
            component="ul"
            role="group"
            aria-label={group}
            className="MuiAutocomplete-groupUl"
            sx={{ p: 0 }}
          >
            {children}
          </Box>
        </li>
      )}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.address)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.key)}
      onInputChange={(_, typed, reason) => reason === 'input' && type(typed)}
      onChange={(_, option) => option !== null && typeof option !== 'string' && choose(option)}
      onBlur={() => isTyping && coordinates !== null && named.place !== null && choose(coordinates)}
      openText={t('ui.search.label')}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...option }, place) => (
        <Box component="li" key={key} {...option}>
          <OptionWords option={place} />
        </Box>
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isTyping || present.is !== 'search') return
        if (isSettled && !isSingle) return
        // Until the answer the list stays open, and the form is not sent without a place.
        event.defaultMuiPrevented = true
        event.preventDefault()
        if (isSettled && only) choose(only)
        else setEntered(true)
      }}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          required={isRequired}
          autoFocus={isFirst}
          error={isWrong}
          helperText={error ?? statusText}
          slotProps={{
            ...input.slotProps,
            input: {
              ...input.slotProps.input,
              endAdornment: onPickOnMap ? (
                <PickButton onClick={onPickOnMap} />
              ) : (
                input.slotProps.input.endAdornment
              ),
            },
            formHelperText: { role: 'status' },
          }}
        />
      )}
    />
  )
}

function PickButton({ onClick }: { onClick: () => void }) {
  const { t } = useText()
  return (
    <InputAdornment position="end">
      <IconButton
        size="small"
        aria-label={t('places.field.pick')}
        title={t('places.field.pick')}
        onClick={onClick}
      >
        <MapOutlined fontSize="small" />
      </IconButton>
    </InputAdornment>
  )
}

/** Name and area of a place, its source, and whether it is approximate. */
function OptionWords({ option }: { option: AddressOption }): ReactNode {
  const { t } = useText()
  const { group, name, detail, engine, isApproximate, precision } = option
  const marks = [
    precision === 'interpolated' || precision === 'street'
      ? t(`places.field.number.${precision}`)
      : isApproximate && t('places.field.approximate'),
    engine !== null && engine !== 'region' && t(`places.engine.${engine}`),
  ].filter(Boolean)
  return (
    <Box sx={{ minWidth: 0, flex: 1, display: 'flex', alignItems: 'baseline', gap: '10px' }}>
      {group === 'coordinates' && (
        <MyLocationRounded aria-hidden sx={{ fontSize: 18, color: token('textSoft'), alignSelf: 'center' }} />
      )}
      <Box sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        <Box>{name}</Box>
        {detail && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{detail}</Box>}
      </Box>
      {marks.length > 0 && (
        <Box sx={{ typography: 'caption', color: token('textSoft'), textAlign: 'right', flexShrink: 0 }}>
          {marks.join(' · ')}
        </Box>
      )}
    </Box>
  )
}
