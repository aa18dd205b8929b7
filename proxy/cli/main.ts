#!/usr/bin/env node
import { Command } from 'commander'
import { startProxy } from '../start.ts'

const program = new Command('storefront-proxy').description('Holds the keys of a shop and answers its storefront widgets.').showHelpAfterError()

program.command('serve').description('Start the proxy with the settings of the environment.').action(startProxy)

await program.parseAsync()
