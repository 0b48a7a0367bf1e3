import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined'
import UnfoldMoreRounded from '@mui/icons-material/UnfoldMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { leaveThen } from '../../ui/unsaved.ts'
import { useFleetSelection, useWorkspace } from '../client-context.tsx'
import { hasSeveralFleets } from '../session/workspace.ts'

const allFleets = 'all'

interface SelectProps {
  icon: ReactNode
  /** Accessible name, including the active name. */
  label: string
  chooseLabel: string
  activeId: string | null
  name: string
  options: readonly { id: string; name: string }[]
  isWide: boolean
  onChoose: (id: string) => void
}

/** A select where there is a choice; plain text where there is only one. */
function Select({ icon, label, chooseLabel, activeId, name, options, isWide, onChoose }: SelectProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const text = (
    <Box
      component="span"
      sx={{
        flex: isWide ? 1 : undefined,
        textAlign: 'left',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {name}
    </Box>
  )
  const hasChoice = options.length > 1 || (options.length === 1 && options[0]?.id !== activeId)
  if (!hasChoice) {
    return (
      <Box
        title={label}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '8px',
          minWidth: 0,
          px: '6px',
          fontWeight: 620,
          '& svg': { fontSize: 18, color: token('textSoft') },
        }}
      >
        {icon}
        {text}
      </Box>
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={icon}
        endIcon={<UnfoldMoreRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${label}. ${chooseLabel}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          minWidth: isWide ? 0 : { xs: 72, md: 118 },
          maxWidth: isWide ? 'none' : 240,
          justifyContent: isWide ? 'space-between' : 'center',
          flexShrink: 1,
          '& .MuiButton-startIcon': isWide ? {} : { display: { xs: 'none', md: 'inherit' } },
          borderColor: token('line'),
          color: token('text'),
        }}
      >
        {text}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={chooseLabel}
        items={options.map((option) => ({
          label: option.name,
          isChecked: option.id === activeId,
          onChoose: () => onChoose(option.id),
        }))}
      />
    </>
  )
}

/** The active company and fleet, with selects where there is more than one. `isWide`: stacked. */
export function WorkspaceSelects({ isWide = false }: { isWide?: boolean }) {
  const { t } = useText()
  const workspace = useWorkspace()
  const { companies, company, fleets, chooseCompany, chooseFleet, chooseAllFleets } = workspace
  const selection = useFleetSelection()
  const all = { id: allFleets, name: t('shell.fleet.all') }
  return (
    <Box
      sx={
        isWide
          ? { display: 'grid', gap: '8px' }
          : { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 }
      }
    >
      {companies.length > 0 && (
        <Select
          icon={<ApartmentOutlined />}
          name={company?.name ?? t('shell.company.none')}
          label={company ? t('shell.company.active', { name: company.name }) : t('shell.company.none')}
          chooseLabel={t('shell.company.select')}
          activeId={company?.id ?? null}
          options={companies}
          isWide={isWide}
          onChoose={(id) => leaveThen(() => void chooseCompany(id))}
        />
      )}
      {company !== null && (
        <Select
          icon={<LocalTaxiOutlined />}
          name={selection?.name ?? t('shell.fleet.none')}
          label={selection ? t('shell.fleet.active', { name: selection.name }) : t('shell.fleet.none')}
          chooseLabel={t('shell.fleet.select')}
          activeId={selection?.isAll ? allFleets : (selection?.id ?? null)}
          options={hasSeveralFleets(workspace) ? [all, ...fleets] : fleets}
          isWide={isWide}
          onChoose={(id) => leaveThen(() => (id === allFleets ? chooseAllFleets() : void chooseFleet(id)))}
        />
      )}
    </Box>
  )
}
