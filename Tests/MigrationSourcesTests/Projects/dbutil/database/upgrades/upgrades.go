package upgrades
