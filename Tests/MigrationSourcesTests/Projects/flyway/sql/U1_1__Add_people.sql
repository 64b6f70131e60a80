delete from ${people};
