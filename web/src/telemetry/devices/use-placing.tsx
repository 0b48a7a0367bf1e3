import AddLinkRounded from '@mui/icons-material/AddLinkRounded'
import AddRounded from '@mui/icons-material/AddRounded'
import { type ReactNode, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import type { RowMenuItem } from '../../ui/table/table-parts.tsx'
import { AttachDialog } from './AttachDialog.tsx'

/** The form of a new vehicle that has a device already, from a domain above; undefined where the user may add none. */
export type NewVehicleForm = ((identifier: string, onClose: () => void) => ReactNode) | undefined

interface Placing {
  /** Asks for the vehicle of a device. */
  attach: (identifier: string) => void
  /** @param isOwn false for a device that another company expects */
  itemsOf: (identifier: string, isOwn?: boolean) => RowMenuItem[]
  dialog: ReactNode
}

/** Gives devices without a vehicle to one, or makes a new vehicle with them. */
export function usePlacing(newVehicle: NewVehicleForm): Placing {
  const { t } = useText()
  const [asked, setAsked] = useState<{ what: 'attach' | 'create'; identifier: string } | null>(null)
  const close = () => setAsked(null)
  return {
    attach: (identifier) => setAsked({ what: 'attach', identifier }),
    itemsOf: (identifier, isOwn = true) => [
      {
        label: t('devices.unknown.attach'),
        icon: <AddLinkRounded fontSize="small" />,
        onChoose: () => setAsked({ what: 'attach', identifier }),
      },
      ...(newVehicle && isOwn
        ? [
            {
              label: t('devices.unknown.create'),
              icon: <AddRounded fontSize="small" />,
              onChoose: () => setAsked({ what: 'create', identifier }),
            },
          ]
        : []),
    ],
    dialog:
      asked?.what === 'create'
        ? newVehicle?.(asked.identifier, close)
        : asked && <AttachDialog identifier={asked.identifier} onClose={close} />,
  }
}
