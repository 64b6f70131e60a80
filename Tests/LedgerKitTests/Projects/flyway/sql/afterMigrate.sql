pragma optimize;
