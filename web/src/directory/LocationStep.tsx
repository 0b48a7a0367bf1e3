import AddLocationAltOutlined from '@mui/icons-material/AddLocationAltOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { AddressType, ContactAddress } from '@rumbo/contract/directory.contract'
import { useState } from 'react'
import { boxLook } from '../ui/card-look.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { AddressDialog, type AddressTools } from './AddressDialog.tsx'
import type { ContactStepProps } from './ContactFields.tsx'
import { addressDraftOf, addressText, emptyAddress, hasWords, withAddress } from './contact-draft.rules.ts'

type Asked = { edited: AddressType | null }

/** Step 2: the addresses, one of each type. Another one of the same type replaces it after a confirmation. */
export function LocationStep(props: ContactStepProps & { tools: AddressTools }) {
  const { draft, errors, onChange, tools } = props
  const { t } = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [toReplace, setToReplace] = useState<ContactAddress | null>(null)
  const { addresses } = draft
  const edited = addresses.find(({ type }) => type === asked?.edited)
  const replaced = addresses.find(({ type }) => type === toReplace?.type)

  const put = (address: ContactAddress) => {
    onChange({ addresses: withAddress(addresses, address, asked?.edited ?? null) })
    setAsked(null)
    setToReplace(null)
  }
  const keep = (address: ContactAddress) => {
    const isAnother = address.type !== asked?.edited && addresses.some(({ type }) => type === address.type)
    if (isAnother) setToReplace(address)
    else put(address)
  }

  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      {errors.addresses && <Alert severity="error">{t(errors.addresses)}</Alert>}
      {addresses.length === 0 ? (
        <Box sx={{ color: token('textSoft') }}>{t('directory.address.none')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('directory.field.addresses')}
          sx={{ listStyle: 'none', m: 0, p: 0, ...boxLook }}
        >
          {addresses.map((address, at) => {
            const type = t(`directory.addressType.${address.type}`)
            return (
              <Box
                component="li"
                key={address.type}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: '10px',
                  p: '10px 12px',
                  borderTop: at === 0 ? 0 : `1px solid ${token('line')}`,
                }}
              >
                <PlaceOutlined aria-hidden sx={{ color: token('textSoft') }} />
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Box sx={{ fontWeight: 620 }}>{type}</Box>
                  {hasWords(address) && <Box sx={{ typography: 'body2' }}>{addressText(address)}</Box>}
                  {address.latitude !== null && address.longitude !== null && (
                    <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                      {t('directory.address.point', {
                        point: `${address.latitude.toFixed(5)}, ${address.longitude.toFixed(5)}`,
                      })}
                    </Box>
                  )}
                </Box>
                <IconButton
                  aria-label={t('directory.address.editNamed', { type })}
                  onClick={() => setAsked({ edited: address.type })}
                >
                  <EditOutlined fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={t('directory.address.removeNamed', { type })}
                  onClick={() => onChange({ addresses: addresses.filter((one) => one !== address) })}
                >
                  <DeleteOutlineRounded fontSize="small" />
                </IconButton>
              </Box>
            )
          })}
        </Box>
      )}
      <Button
        startIcon={<AddLocationAltOutlined />}
        variant="outlined"
        sx={{ justifySelf: 'start' }}
        onClick={() => setAsked({ edited: null })}
      >
        {t('directory.address.add')}
      </Button>
      {asked !== null && (
        <AddressDialog
          title={t(asked.edited === null ? 'directory.address.add' : 'directory.address.edit')}
          start={edited ? addressDraftOf(edited) : emptyAddress(addresses)}
          {...tools}
          onKeep={keep}
          onClose={() => setAsked(null)}
        />
      )}
      {toReplace !== null && replaced !== undefined && (
        <ConfirmDialog
          open
          title={t('directory.address.overwrite')}
          text={t('directory.address.overwriteText', {
            type: t(`directory.addressType.${replaced.type}`),
            address: addressText(replaced),
          })}
          confirmLabel={t('directory.address.overwriteSubmit')}
          icon={<SwapHorizRounded />}
          onConfirm={() => put(toReplace)}
          onClose={() => setToReplace(null)}
        />
      )}
    </Box>
  )
}
