print("fills in addresses")
