import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { AddressField, type Located } from '../../places/AddressField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { MetresField } from './MetresField.tsx'
import { type DraftAction, usualRadiusMetres } from './shape-draft.rules.ts'

interface FromAddressProps {
  dispatch: (action: DraftAction) => void
  onUsed: () => void
}

/** A circle around an address. */
export function FromAddress({ dispatch, onUsed }: FromAddressProps) {
  const { t } = useText()
  const [address, setAddress] = useState('')
  const [place, setPlace] = useState<Located | null>(null)
  const [radius, setRadius] = useState(usualRadiusMetres)
  const [wasSent, setSent] = useState(false)
  const use = () => {
    setSent(true)
    if (place === null) return
    const { latitude, longitude } = place
    dispatch({
      type: 'replace',
      shape: { kind: 'circle', center: { latitude, longitude }, radiusMetres: radius },
    })
    onUsed()
  }
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <AddressField
        label={t('fenceEditor.address.label')}
        value={address}
        onType={(text) => {
          setAddress(text)
          setPlace(null)
          setSent(false)
        }}
        onLocate={(found) => {
          setAddress(found.address)
          setPlace(found)
        }}
        error={wasSent && place === null ? t('fenceEditor.address.missing') : undefined}
      />
      <MetresField label={t('fenceEditor.radius')} value={radius} onChange={setRadius} />
      <Box>
        <Button variant="outlined" onClick={use}>
          {t('fenceEditor.address.use')}
        </Button>
      </Box>
    </Box>
  )
}
