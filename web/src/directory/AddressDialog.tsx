import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { addressTypes, type ContactAddress } from '@rumbo/contract/directory.contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import {
  type AddressDraft,
  type AddressTextField,
  addressLimits,
  addressOf,
  checkAddress,
} from './contact-draft.rules.ts'

/** A place chosen on the map or found by name, with its address parts if known. */
export interface PickedPlace {
  latitude: number
  longitude: number
  /** Street and number, or the name of the place. */
  street: string | null
  parts: Partial<Record<'neighbourhood' | 'city' | 'state' | 'postalCode' | 'country', string | null>>
}

/** Renders the map to choose a place. Provided by the screen, which connects contacts and places. */
export type MapPicker = (options: {
  title: string
  start: { latitude: number; longitude: number } | null
  onPick: (place: PickedPlace) => void
  onClose: () => void
}) => ReactNode

/** Renders the field to type and find an address. Provided by the screen as well. */
export type AddressSearch = (options: {
  label: string
  value: string
  error: string | undefined
  onType: (text: string) => void
  /** `isChosen`: chosen in the list, replacing what was typed. */
  onFind: (place: PickedPlace, isChosen: boolean) => void
}) => ReactNode

/** What the directory needs from the places domain, which it may not import. */
export interface AddressTools {
  mapPicker: MapPicker
  addressSearch: AddressSearch
}

interface AddressDialogProps extends AddressTools {
  title: string
  start: AddressDraft
  onKeep: (address: ContactAddress) => void
  onClose: () => void
}

/** Adopts the point; the street if it is to be replaced; other parts only where they are empty. */
function filledBy(draft: AddressDraft, place: PickedPlace, takesStreet: boolean): Partial<AddressDraft> {
  const { latitude, longitude, street, parts } = place
  const words = { line2: parts.neighbourhood, ...parts }
  const empty = (['line2', 'city', 'state', 'postalCode', 'country'] as const).flatMap((name) => {
    const word = words[name]
    return word && draft[name].trim() === '' ? [[name, word.slice(0, addressLimits[name])] as const] : []
  })
  const filled: Partial<AddressDraft> = {
    latitude: latitude.toFixed(6),
    longitude: longitude.toFixed(6),
    ...Object.fromEntries(empty),
  }
  if (takesStreet && street !== null) filled.line1 = street.slice(0, addressLimits.line1)
  return filled
}

const inPairs: readonly AddressTextField[] = ['city', 'state', 'postalCode', 'country']

/** Edits one address: its text, and its point by hand or on the map. */
export function AddressDialog(props: AddressDialogProps) {
  const { title, start, mapPicker, addressSearch, onKeep, onClose } = props
  const { t } = useText()
  const place = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(start)
  const [wasSent, setSent] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [street, setStreet] = useState<string | null>(null)
  const errors = wasSent ? checkAddress(draft) : {}
  const change = (some: Partial<AddressDraft>) => setDraft((before) => ({ ...before, ...some }))
  const found = checkAddress({ ...draft, type: 'other', line1: 'x' })
  const hasPoint =
    draft.latitude.trim() !== '' && found.latitude === undefined && found.longitude === undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (Object.keys(checkAddress(draft)).length === 0) {
      onKeep(addressOf(draft))
      return
    }
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const take = (picked: PickedPlace) => {
    setPicking(false)
    change(filledBy(draft, picked, draft.line1.trim() === ''))
    setStreet(draft.line1.trim() === '' || picked.street === draft.line1.trim() ? null : picked.street)
  }
  const line = (name: AddressTextField | 'latitude' | 'longitude', isNumber = false) => (
    <TextField
      key={name}
      label={t(`directory.field.${name}`)}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      autoComplete="off"
      error={errors[name] !== undefined}
      helperText={errors[name] && t(errors[name])}
      slotProps={isNumber ? { htmlInput: { inputMode: 'decimal' } } : undefined}
    />
  )
  const pair = { display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const

  return (
    <>
      <FormDialog
        title={title}
        submitLabel={t('directory.address.keep')}
        isBusy={false}
        onSubmit={submit}
        onClose={onClose}
        maxWidth="sm"
      >
        <Box ref={place} sx={{ display: 'grid', gap: '16px' }}>
          <ChoiceField
            label={t('directory.field.addressType')}
            value={draft.type}
            isRequired
            error={errors.type && t(errors.type)}
            choices={addressTypes.map((value) => ({ value, label: t(`directory.addressType.${value}`) }))}
            onChange={(type) => change({ type })}
          />
          {addressSearch({
            label: t('directory.field.line1'),
            value: draft.line1,
            error: errors.line1 && t(errors.line1),
            onType: (line1) => change({ line1 }),
            onFind: (place, isChosen) =>
              setDraft((before) => ({ ...before, ...filledBy(before, place, isChosen) })),
          })}
          {street !== null && (
            <Button
              size="small"
              sx={{ justifySelf: 'start', textAlign: 'left' }}
              onClick={() => {
                change({ line1: street.slice(0, 200) })
                setStreet(null)
              }}
            >
              {t('directory.address.useStreet', { street })}
            </Button>
          )}
          {line('line2')}
          <Box sx={pair}>{inPairs.map((name) => line(name))}</Box>
          <Box sx={pair}>
            {line('latitude', true)}
            {line('longitude', true)}
          </Box>
          <Button
            startIcon={<PlaceOutlined />}
            variant="outlined"
            sx={{ justifySelf: 'start' }}
            onClick={() => setPicking(true)}
          >
            {t('directory.address.pick')}
          </Button>
        </Box>
      </FormDialog>
      {isPicking &&
        mapPicker({
          title: t('directory.address.pickTitle'),
          start: hasPoint
            ? { latitude: addressOf(draft).latitude ?? 0, longitude: addressOf(draft).longitude ?? 0 }
            : null,
          onPick: take,
          onClose: () => setPicking(false),
        })}
    </>
  )
}
